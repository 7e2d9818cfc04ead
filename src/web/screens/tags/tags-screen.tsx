import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { matches } from '#shared/format.ts'
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'
import { api } from '#web/data/client.ts'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { matchingTags } from './tag-names.ts'
import { TagRows } from './tag-rows.tsx'
import { countLine } from './words.ts'

export function TagsScreen() {
  const { search = '' } = useSearch({ from: '/shell/tags' })
  const navigate = useNavigate({ from: '/tags' })
  const [text, setText] = useAddressText(search, typed =>
    navigate({ search: { search: typed || undefined }, replace: true }),
  )
  const { data: tags, error, refetch } = useQuery(api.tags.list.queryOptions())
  const matching = tags && matchingTags(tags, text)
  const [renaming, rename] = useOpening<string>()
  const field = useRef<HTMLInputElement>(null)
  const [renamed, setRenamed] = useState<string>()

  const lookFor = (typed: string) => {
    setRenamed(undefined)
    setText(typed)
  }
  const leadTo = (name: string) => {
    if (matches(text, name)) setRenamed(name)
    else field.current?.focus()
  }

  return (
    <Page
      title="Gestión de Etiquetas"
      filters={
        tags?.length !== 0 && (
          <>
            <FilterField
              ref={field}
              placeholder="Buscar etiquetas..."
              label="Buscar etiquetas"
              maxLength={MAX_SEARCH_LENGTH}
              value={text}
              onChange={lookFor}
            />
            {tags && matching && (
              <FilterCount>{countLine(tags.length, matching.length)}</FilterCount>
            )}
          </>
        )
      }
    >
      <TagRows
        all={tags}
        shown={matching}
        error={error}
        onRetry={refetch}
        onClearSearch={() => lookFor('')}
        renamed={renamed}
        onTookFocus={() => setRenamed(undefined)}
        onRename={({ name }) => rename(name)}
      />
      {renaming && tags && (
        <RenameDialog
          key={renaming.key}
          tag={renaming.for}
          tags={tags.map(({ name }) => name)}
          onRenamed={leadTo}
        />
      )}
    </Page>
  )
}
