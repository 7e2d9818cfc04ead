import type { FormErrors } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useRef, useState } from 'react'
import { copyName } from '#shared/format.ts'
import { useAction } from '#web/data/use-action.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { type Difference, differing } from './differences.ts'
import { openConflict } from './open-conflict.tsx'
import { type DraftForm, type DraftOptions, useDraft } from './use-draft.ts'

interface Version {
  id: string
  version: number
  name: string
}

interface CallOptions {
  signal: AbortSignal
}

interface EditOptions<Values, Draft, Saved extends Version> extends DraftOptions<Values, Draft> {
  /** Item to edit, as of opening the form; undefined: a new one. */
  opened: Version | undefined
  /** Noun of the item, in Spanish, feminine. */
  noun: string
  calls: {
    /** @param copyOf id of the original, if its edit came too late and is saved as a copy */
    create: (draft: Draft, options: CallOptions, copyOf?: string) => Promise<Saved>
    update: (draft: Draft & Pick<Version, 'id' | 'version'>, options: CallOptions) => Promise<Saved>
    read: (which: Pick<Version, 'id'>, options: CallOptions) => Promise<Saved>
  }
  /** The item's fields, as typed and as stored. */
  differences: (mine: Draft, theirs: Saved) => Difference[]
  /** Errors that prevent saving an edit as a new item. */
  missingForNew?: (draft: Draft) => FormErrors
  /** Message once it is stored and the lists are up to date. */
  toast: (saved: Saved, how: SavedHow) => string
  onSaved: (saved: Saved) => void
  /** Called when the typed values are discarded. */
  onLeft: () => void
}

interface SavedHow {
  isNew: boolean
  /** True if decided in the conflict dialog. */
  isAside: boolean
}

export interface Edit<Values, Draft = Values> extends DraftForm<Values, Draft> {
  /** True if saving changes an existing item, false if it creates one. */
  isEdit: boolean
}

/**
 * A form, and its saving. If its item was changed or deleted elsewhere, both versions are shown and the user chooses;
 * if both are equal, it is saved without asking.
 */
export function useEdit<
  Values extends Record<string, unknown>,
  Draft extends { name: string },
  Saved extends Version,
>({
  opened: atFirst,
  noun,
  calls,
  differences: differencesOf,
  missingForNew,
  toast,
  onSaved,
  onLeft,
  ...options
}: EditOptions<Values, Draft, Saved>): Edit<Values, Draft> {
  const draft = useDraft<Values, Draft>(options)
  const [opened, setOpened] = useState(atFirst)
  /** Element with the focus on submission, to be focused again: a button loses the focus while it is loading. */
  const pressed = useRef<Element>(null)

  const overwrite = async (mine: Draft, over: Version, signal: AbortSignal): Promise<Saved> => {
    const { id, version } = over
    try {
      return await calls.update({ ...mine, id, version }, { signal })
    } catch (error) {
      if (!isLate(error)) throw error
      const theirs = await calls.read({ id }, { signal }).catch(ifGone)
      const differences = theirs ? differing(differencesOf(mine, theirs)) : []
      if (theirs && differences.length === 0) return overwrite(mine, theirs, signal)
      throw new LateEdit(theirs, differences)
    }
  }
  const act = useAction({
    call: ({ mine, over, copyOf }: Attempt<Draft>, signal) => {
      if (over) return overwrite(mine, over, signal)
      return copyOf
        ? calls.create({ ...mine, name: copyName(mine.name) }, { signal }, copyOf)
        : calls.create(mine, { signal })
    },
    onShown: (saved, { over, isAside = false }) => {
      const message = toast(saved, { isNew: over === undefined, isAside })
      showToast({ type: 'success', message })
      onSaved(saved)
    },
    onError: (error, { mine }) => {
      if (error instanceof LateEdit) ask(error, mine)
      else draft.onRefused(error)
    },
  })

  const ask = ({ theirs, differences }: LateEdit, mine: Draft) => {
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
            choose: () => act.start({ mine, copyOf: theirs.id, isAside: true }),
          },
          { label: 'Quedarme con el suyo', choose: onLeft },
          {
            label: 'Guardar el mío',
            choose: () => act.start({ mine, over: theirs, isAside: true }),
          },
        ],
      })
      return
    }
    const keep = () => {
      setOpened(undefined)
      const missing = missingForNew?.(mine) ?? {}
      if (Object.keys(missing).length > 0) draft.reveal(missing)
      else void act.start({ mine, isAside: true })
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

  const save = (mine: Draft) => {
    pressed.current = document.activeElement
    void act.start({ mine, ...(opened && { over: opened }) })
  }
  const { isPending, giveUp } = act
  const error = act.error instanceof LateEdit ? null : act.error
  return { ...draft.sentTo(save, { isPending, giveUp, error }), isEdit: opened !== undefined }
}

/** Updates `over`, copies `copyOf`, else creates a new item. */
interface Attempt<Draft> {
  mine: Draft
  over?: Version
  copyOf?: string
  isAside?: boolean
}

class LateEdit extends Error {
  readonly theirs: Version | null
  readonly differences: Difference[]

  constructor(theirs: Version | null, differences: Difference[]) {
    super('It was changed elsewhere')
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
