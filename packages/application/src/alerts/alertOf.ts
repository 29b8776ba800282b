import {
  type AlertAction,
  type AlertRequest,
  type AlertSettings,
  defaultAlertCriteria,
  isSealed,
  usualSend,
} from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';

/** What an alert is made of, as commands take it. */
export type RequestedAlert = { settings: AlertSettings; destination: string; active: boolean };

/** @returns what people are shown of where an alert goes: of a sealed address its host */
export function shownDestination(action: AlertAction, destination: string): string {
  return isSealed(action) && URL.canParse(destination) ? new URL(destination).host : destination;
}

/**
 * @param before null: the alert is new
 * @returns the alert that a request describes; a sealed address that is left out, or sent as it was shown, stays
 */
export function alertOf(request: AlertRequest, before: ActiveAlert | null): RequestedAlert {
  const { eventType, actionType, destination = null, status } = request;
  const criteria = request.criteria ?? {};
  const isSame = before?.settings.actionType === actionType;
  const kept = before !== null && isSame && isSealed(actionType) ? before.destination : null;
  const given = destination?.trim() ?? '';
  const isKept = kept !== null && (given === '' || given === shownDestination(actionType, kept));
  return {
    settings: {
      eventType,
      actionType,
      ...defaultAlertCriteria,
      send: usualSend(eventType),
      ...criteria,
      branches: [...new Set(criteria.branches ?? [])],
      tags: [...new Set(criteria.tags ?? [])],
    },
    destination: isKept ? kept : given,
    active: status === undefined ? (before?.active ?? true) : status === 'ACTIVE',
  };
}

/** @returns the addresses of an alert by mail */
export function addressesOf(destination: string): string[] {
  return destination.split(/[,;\s]+/).filter((address) => address !== '');
}
