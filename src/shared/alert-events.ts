/** What may happen to an alert. Apart from the model of live events, so that who tells of it needs no schema. */

/** What toasts announce, most serious first. */
export const announcedEvents = ['failed', 'retrying', 'received'] as const
export type AnnouncedEvent = (typeof announcedEvents)[number]

export const alertEvents = [...announcedEvents, 'delivered'] as const
export type AlertEvent = (typeof alertEvents)[number]
