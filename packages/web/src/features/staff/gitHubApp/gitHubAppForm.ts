import {
  formFields,
  gitServiceAddresses,
  messages,
  type RegisterGitHubAppRequest,
  secureAddressOf,
} from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';

export type GitHubAppForm = {
  /** Which GitHub: the public one, or an Enterprise Server. */
  where: 'public' | 'own';
  /** Of the Enterprise Server. */
  address: string;
  owner: 'organization' | 'person';
  organization: string;
  isPublic: boolean;
  hasWebhook: boolean;
};

export const emptyGitHubApp: GitHubAppForm = {
  where: 'public',
  address: '',
  owner: 'organization',
  organization: '',
  isPublic: false,
  hasWebhook: true,
};

const isSecure = (address: string | undefined) => secureAddressOf(address ?? '') !== null;

export const gitHubAppSchema = object({
  address: string().when('where', ([where], address) =>
    where === 'own' ? requiredText(formFields.url).test('secure', messages.insecureAddress, isSecure) : address,
  ),
  organization: string().when('owner', ([owner], organization) =>
    owner === 'organization' ? requiredText(formFields.gitHubOrganization) : organization,
  ),
});

/** @returns the address of the chosen GitHub, as typed so far */
export function gitHubAddressOf({ where, address }: GitHubAppForm): string {
  return where === 'public' ? String(gitServiceAddresses.GitHub) : address.trim();
}

export function gitHubAppRequestOf(form: GitHubAppForm): RegisterGitHubAppRequest {
  const { owner, organization, isPublic, hasWebhook } = form;
  return {
    address: gitHubAddressOf(form),
    organization: owner === 'organization' ? organization.trim() : null,
    isPublic,
    hasWebhook,
  };
}
