import { Button, Card } from '@mantine/core'
import { IconPencil, IconSearchOff, IconTags, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { tagTexts } from '#shared/texts/tags.ts'
import { client } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { useRemoval } from '#web/parts/use-removal.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { focusMarks, useRowFocus } from '#web/ui/row-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import type { TagUse } from './tag-names.ts'
import classes from './tag-rows.module.css'
import { bearersCount, removalText } from './words.ts'

interface TagRowsProps {
  /** Undefined until they have arrived. */
  all: TagUse[] | undefined
  /** Tags that match the search. */
  shown: TagUse[] | undefined
  error: Error | null
  onRetry: () => void
  onClearSearch: () => void
  /** New name of the tag renamed just now; its «Renombrar» button takes the focus. */
  renamed: string | undefined
  onTookFocus: () => void
  onRename: (tag: TagUse) => void
}

/** Rows of tags, or the loading, error or empty state. */
export function TagRows({
  all,
  shown,
  error,
  onRetry,
  onClearSearch,
  renamed,
  onTookFocus,
  onRename,
}: TagRowsProps) {
  const rowFocus = useRowFocus()
  if (!all || !shown) {
    if (!error) return <TagRowsSkeleton />
    return <LoadError title="No se pudieron cargar las etiquetas" error={error} onRetry={onRetry} />
  }
  if (all.length === 0) {
    return (
      <EmptyState
        icon={IconTags}
        title="Aún no hay etiquetas"
        action={<LinkButton to="/connections">Ir a Conexiones</LinkButton>}
      >
        Se ponen al añadir o editar una conexión, y sirven para encontrarla.
      </EmptyState>
    )
  }
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Ninguna etiqueta coincide"
        action={<Button onClick={onClearSearch}>Limpiar</Button>}
      >
        Basta con una parte del nombre, en mayúsculas o minúsculas.
      </EmptyState>
    )
  }
  return (
    <Card component="ul" padding={0} className={classes.rows} aria-label="Etiquetas" {...rowFocus}>
      {shown.map(tag => (
        <TagRow
          key={tag.name}
          tag={tag}
          takesFocus={tag.name === renamed}
          onTookFocus={onTookFocus}
          onRename={() => onRename(tag)}
        />
      ))}
    </Card>
  )
}

const TagRowsSkeleton = () => (
  <Card padding={0} className={classes.rows} role="status" aria-label="Cargando etiquetas">
    {[96, 64, 112, 80, 72].map(width => (
      <div key={width} className={classes.row}>
        <Skeleton height={20} width={width} />
        <Skeleton height={8} width={80} />
      </div>
    ))}
  </Card>
)

interface TagRowProps {
  tag: TagUse
  /** True if renamed just now: its button is a new element. */
  takesFocus: boolean
  onTookFocus: () => void
  onRename: () => void
}

/** Tag with a link to its connections, and its actions. */
function TagRow({ tag, takesFocus, onTookFocus, onRename }: TagRowProps) {
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
        {...focusMarks.row}
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
          {...focusMarks.within}
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
          {...focusMarks.within}
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
