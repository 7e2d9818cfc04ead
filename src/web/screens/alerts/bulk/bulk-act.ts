import type { ReactNode } from 'react'
import type { Counted } from '#web/parts/page-range.ts'
import type { MessageType } from '#web/ui/message-looks.tsx'
import type { Progress } from './in-steps.ts'

/** What is about to be done with many alerts. */
export interface Prospect {
  count: Counted
  /** Those of them that still wait to be sent. */
  pending?: Counted
}

/** Something that is done with many alerts, in steps, after a question. */
export interface BulkAct {
  title: string
  /** The verb on the button, «Eliminar». */
  action: string
  /** Begins what is said of its progress, «Eliminando». */
  doing: string
  isDeletion: boolean
  /** Counts what it would be done with. */
  look: () => Promise<Prospect>
  /** What will happen, and what will stay. */
  text: (prospect: Prospect) => ReactNode
  step: () => Promise<Progress>
  /** The toast at the end: with how many of those that were counted it was done. */
  doneToast: (done: number, counted: Counted) => { type: MessageType; message: string }
  /** The toast when it ended before its time. */
  partlyText: (done: number, counted: Counted) => string
}
