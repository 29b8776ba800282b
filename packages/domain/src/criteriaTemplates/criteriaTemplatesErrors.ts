export const criteriaTemplatesErrors = {
  'criteriaTemplate.notFound': { status: 404, text: 'Criteria template not found.' },
  'criteriaTemplate.limit': { status: 409, text: 'The organization has 100 criteria templates. Archive one first.' },
} as const;
