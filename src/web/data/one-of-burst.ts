import type { LiveEvent, ToastType } from '#shared/model/live-event.ts'

export type LiveToast = Pick<Extract<LiveEvent, { kind: 'toast' }>, 'type' | 'message'>

const byWeight: ToastType[] = ['error', 'warning', 'success', 'info']

/** The newest of the gravest toasts, with a count of the others. */
export function oneOfBurst(toasts: LiveToast[]): LiveToast {
  const gravest = byWeight.find(type => toasts.some(toast => toast.type === type))
  const toast = toasts.findLast(({ type }) => type === gravest)
  if (!toast) throw new RangeError('A burst holds at least one toast')
  const others = toasts.length - 1
  const count = others === 1 ? '(y 1 aviso más)' : `(y ${others} avisos más)`
  return { type: toast.type, message: others === 0 ? toast.message : `${toast.message} ${count}` }
}
