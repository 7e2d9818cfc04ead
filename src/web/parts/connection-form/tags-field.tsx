import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { MAX_TAGS, TAG_SUGGESTIONS } from '#shared/limits.ts'
import { normalizeTags } from '#shared/tags.ts'
import { api } from '#web/data/client.ts'
import type { ConnectionValues } from './connection-values.ts'
import { tagsByUse } from './tags-by-use.ts'
import classes from './tags-field.module.css'

/** Tags with a count, and suggestions from those of the other connections. */
export function TagsField({ fields }: { fields: UseFormReturnType<ConnectionValues> }) {
  const { data: connections = [] } = useQuery(api.connections.list.queryOptions())
  const { tags } = fields.values
  return (
    <div className={classes.field}>
      <TagsInput
        label="Etiquetas"
        placeholder={tags.length === 0 ? 'Escribe una y pulsa Intro' : ''}
        data={tagsByUse(connections)}
        limit={TAG_SUGGESTIONS}
        maxTags={MAX_TAGS}
        onMaxTags={tag => {
          if (tag !== '') fields.setFieldError('tags', `Como máximo ${MAX_TAGS} etiquetas.`)
        }}
        {...fields.getInputProps('tags')}
        onChange={changed => fields.setFieldValue('tags', normalizeTags(changed))}
      />
      <span className={classes.count}>
        {tags.length} de {MAX_TAGS}
      </span>
    </div>
  )
}
