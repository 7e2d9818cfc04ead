import type { Alert } from '#shared/model/alert.ts'

/** Whether an alert came from an instant on; without one nothing is new. */
export const isUnseen = ({ timestamp }: Pick<Alert, 'timestamp'>, since: string | undefined) =>
  since !== undefined && timestamp >= since
