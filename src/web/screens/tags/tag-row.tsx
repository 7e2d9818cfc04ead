import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { tagTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { TextLink } from '#web/ui/links.tsx'
import text from '#web/ui/text.module.css'
import classes from './tag-rows.module.css'
import type { TagUse } from './tag-search.ts'
import { bearersCount, removalText } from './words.ts'

interface TagRowProps {
  tag: TagUse
  /** It was renamed just now: where its button was there is a new one. */
  takesFocus: boolean
  onTookFocus: () => void
  onRename: () => void
}

/** A tag, which leads to the connections that bear it, and what can be done with it. */
export function TagRow({ tag, takesFocus, onTookFocus, onRename }: TagRowProps) {
  const { name, connections } = tag
  const id = useId()
  const removal = useRemoval({
    title: 'Confirmar Eliminación de Etiqueta',
    text: removalText,
    remove: ({ name: removed }: TagUse, signal) => client.tags.remove({ tag: removed }, { signal }),
    toast: (_, { name: removed }) => ({ message: tagTexts.deleted(removed) }),
  })
  return (
    <li className={classes.row}>
      <TextLink
        className={`${classes.name} ${text.line}`}
        id={id}
        to="/connections"
        search={{ tag: name }}
        title={name}
      >
        {name}
      </TextLink>
      <span className={`${classes.count} ${text.quiet}`}>{bearersCount(connections)}</span>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPencil />}
          aria-describedby={id}
          {...(takesFocus && { ref: focus, onFocus: onTookFocus })}
          onClick={onRename}
        >
          Renombrar
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconTrash />}
          aria-describedby={id}
          onClick={() => removal.ask(tag)}
        >
          Eliminar
        </Button>
      </div>
    </li>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()
