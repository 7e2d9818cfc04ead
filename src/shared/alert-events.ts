/** Events of an alert. Separate from the model of live events, so that senders need no schema. */

/** Events that toasts announce, most serious first. */
export const announcedEvents = ['failed', 'retrying', 'received'] as const
export type AnnouncedEvent = (typeof announcedEvents)[number]

export const alertEvents = [...announcedEvents, 'delivered'] as const
export type AlertEvent = (typeof alertEvents)[number]
