import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_TAGS, TAG_SUGGESTIONS } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts/connections.ts'
import { api } from '#web/data/client.ts'
import text from '#web/ui/text.module.css'
import classes from './connection-fields.module.css'
import type { ConnectionValues } from './connection-values.ts'
import { tagsByUse, takeTags } from './tag-choice.ts'

/** Tags with a count, and suggestions from the tags of all connections. */
export function TagsField({ fields }: { fields: UseFormReturnType<ConnectionValues> }) {
  const { data: connections = [] } = useQuery(api.connections.list.queryOptions())
  const { tags } = fields.values
  const input = fields.getInputProps('tags')
  // Separate from the field's own errors, which follow its value.
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <div className={classes.tags}>
      <TagsInput
        label={connectionLabels.tags}
        placeholder={tags.length === 0 ? 'Escribe una y pulsa Intro' : ''}
        data={tagsByUse(connections)}
        limit={TAG_SUGGESTIONS}
        // The suggestions would cover the switches below the field.
        comboboxProps={{ position: 'top' }}
        onKeyDown={event => {
          // In an empty field Enter would submit the form.
          if (event.key === 'Enter' && event.currentTarget.value === '') event.preventDefault()
        }}
        // Mantine silently drops repeated and excess tags; `takeTags` reports them.
        allowDuplicates
        {...input}
        error={input.error ?? refusal}
        onChange={given => {
          const taken = takeTags(given)
          fields.setFieldValue('tags', taken.tags)
          setRefusal(taken.refusal)
        }}
      />
      <span className={`${classes.count} ${text.quiet}`}>
        {tags.length} de {MAX_TAGS}
      </span>
    </div>
  )
}
