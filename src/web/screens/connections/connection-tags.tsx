import { Tag } from '#web/ui/tag.tsx'
import classes from './connection-tags.module.css'

/** A connection's tags, or nothing. */
export function ConnectionTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <div className={classes.tags}>
      {tags.map(tag => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </div>
  )
}
