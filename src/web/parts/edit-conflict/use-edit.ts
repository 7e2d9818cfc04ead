import { ORPCError } from '@orpc/client'
import { useRef, useState } from 'react'
import { type Act, useAct } from '#web/data/use-act.ts'
import type { Difference } from './differences.ts'
import { openConflict } from './open-conflict.tsx'

interface Version {
  id: string
  version: number
  name: string
}

interface EditOptions<Draft, Saved extends Version> {
  /** What is edited, as it was when the form was opened; undefined: a new one is made. */
  opened: Version | undefined
  /** What it is, a feminine noun. */
  noun: string
  create: (draft: Draft, signal: AbortSignal) => Promise<Saved>
  update: (draft: Draft, over: Version, signal: AbortSignal) => Promise<Saved>
  /** Makes one of its own from an edit of the one with the id. */
  copy: (draft: Draft, id: string, signal: AbortSignal) => Promise<Saved>
  read: (id: string, signal: AbortSignal) => Promise<Saved>
  /** Where the two do not agree. */
  differences: (mine: Draft, theirs: Saved) => Difference[]
  /** Whether a new one can be made of it; shows what is missing for that. */
  mayBeNew?: (draft: Draft) => boolean
  /** Asks for the lists anew. */
  refresh: () => Promise<unknown>
  /** Called when it is stored and the lists know it. */
  onSaved: (saved: Saved, how: SavedHow) => void
  onRefused: (error: Error) => void
  /** Called when what was typed is not wanted any more. */
  onLeft: () => void
}

interface SavedHow {
  isNew: boolean
  /** Decided outside the form, where both were shown. */
  isAside: boolean
}

export interface Edit<Draft> extends Pick<Act<Draft, unknown>, 'isPending' | 'giveUp'> {
  /** Something that exists is changed by saving, and nothing new is made. */
  isEdit: boolean
  save: (draft: Draft) => void
  /** Why it was refused; an edit that came too late has been asked about. */
  error: Error | null
}

/**
 * Saves a form. Where somebody else has changed or deleted what it edits, both are shown and its
 * owner chooses; where both say the same nobody is asked.
 */
export function useEdit<Draft, Saved extends Version>(
  options: EditOptions<Draft, Saved>,
): Edit<Draft> {
  const { noun, onLeft, refresh } = options
  const [opened, setOpened] = useState(options.opened)
  /** A button can't keep the focus while it is busy. */
  const pressed = useRef<Element>(null)

  const overwrite = async (draft: Draft, over: Version, signal: AbortSignal): Promise<Saved> => {
    try {
      return await options.update(draft, over, signal)
    } catch (error) {
      if (!isLate(error)) throw error
      const theirs = await options.read(over.id, signal).catch(ifGone)
      const differences = theirs && options.differences(draft, theirs)
      if (theirs && differences?.length === 0) return overwrite(draft, theirs, signal)
      throw new LateEdit(theirs, differences ?? [])
    }
  }
  const act = useAct({
    call: ({ draft, over, copyOf }: Attempt<Draft>, signal) => {
      if (over) return overwrite(draft, over, signal)
      return copyOf ? options.copy(draft, copyOf, signal) : options.create(draft, signal)
    },
    onSuccess: async (saved, { over, isAside = false }) => {
      await refresh()
      options.onSaved(saved, { isNew: over === undefined, isAside })
    },
    onError: (error, { draft }) => {
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError || error instanceof LateEdit) void refresh()
      if (error instanceof LateEdit) ask(error, draft)
      else options.onRefused(error)
    },
  })

  const ask = ({ theirs, differences }: LateEdit, draft: Draft) => {
    const name = opened?.name ?? ''
    const returnTo = pressed.current
    if (theirs) {
      openConflict({
        title: `Alguien cambió esta ${noun}`,
        text: `Mientras editabas «${name}» se guardó otra versión. Esto es lo que no coincide:`,
        differences,
        returnTo,
        choices: [
          {
            label: 'Guardar como copia',
            choose: () => act.start({ draft, copyOf: theirs.id, isAside: true }),
          },
          { label: 'Quedarme con el suyo', choose: onLeft },
          {
            label: 'Guardar el mío',
            choose: () => act.start({ draft, over: theirs, isAside: true }),
          },
        ],
      })
      return
    }
    const keep = () => {
      setOpened(undefined)
      if (options.mayBeNew?.(draft) ?? true) void act.start({ draft, isAside: true })
    }
    openConflict({
      title: `Esta ${noun} ya no existe`,
      text: `Alguien eliminó «${name}» mientras la editabas. Lo que has escrito sigue aquí.`,
      differences,
      returnTo,
      choices: [
        { label: 'Descartar', choose: onLeft },
        { label: 'Guardar como nueva', choose: keep },
      ],
    })
  }

  return {
    isEdit: opened !== undefined,
    save: draft => {
      pressed.current = document.activeElement
      void act.start({ draft, ...(opened && { over: opened }) })
    },
    isPending: act.isPending,
    error: act.error instanceof LateEdit ? null : act.error,
    giveUp: act.giveUp,
  }
}

/** Without `over` and `copyOf` a new one is made. */
interface Attempt<Draft> {
  draft: Draft
  over?: Version
  copyOf?: string
  isAside?: boolean
}

class LateEdit extends Error {
  readonly theirs: Version | null
  readonly differences: Difference[]

  constructor(theirs: Version | null, differences: Difference[]) {
    super('Somebody else has changed it')
    this.theirs = theirs
    this.differences = differences
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof ORPCError && ['EDIT_CONFLICT', 'NOT_FOUND'].includes(error.code)

function ifGone(error: unknown): null {
  if (error instanceof ORPCError && error.code === 'NOT_FOUND') return null
  throw error
}
