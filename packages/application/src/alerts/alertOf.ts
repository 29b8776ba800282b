import {
  type AlertAction,
  type AlertRequest,
  type AlertSettings,
  channelOfDestination,
  defaultAlertCriteria,
  destinationOfChannel,
  isSealed,
  mailDestinationOf,
  usualSend,
} from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';

/** The fields of an alert, as commands take them. */
export type RequestedAlert = { settings: AlertSettings; destination: string; active: boolean };

/** @returns where an alert goes, as people see it: the host of a sealed address, nothing for a connected channel */
export function shownDestination(action: AlertAction, destination: string): string {
  if (channelOfDestination(action, destination) !== null) return '';
  return isSealed(action) && URL.canParse(destination) ? new URL(destination).host : destination;
}

/**
 * @param before null: the alert is new
 * @returns the alert that a request describes; a sealed address that is left out, or sent as it was shown, stays, and so
 * does a connected channel unless another one or an address is given
 */
export function alertOf(request: AlertRequest, before: ActiveAlert | null): RequestedAlert {
  const { eventType, actionType, destination = null, authorizationId = null, status } = request;
  const criteria = request.criteria ?? {};
  const isSame = before?.settings.actionType === actionType;
  const kept = before !== null && isSame && isSealed(actionType) ? before.destination : null;
  const given = destination?.trim() ?? '';
  const isChannel = authorizationId !== null && actionType === 'SEND_MICROSOFT_TEAMS';
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
    destination: isChannel ? destinationOfChannel(authorizationId) : isKept ? kept : given,
    active: status === undefined ? (before?.active ?? true) : status === 'ACTIVE',
  };
}

/** @returns the recipients of an alert by mail */
export function addressesOf(destination: string): string[] {
  return mailDestinationOf(destination).addresses;
}
