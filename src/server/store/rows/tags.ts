import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { normalizeTags } from '#shared/model/tags.ts'

/** Number of connections with each tag. */
export async function countTags(owner: Owner): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { tags } of await taggedConnections(owner))
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

/**
 * Renames a tag on all connections; null removes it.
 * @returns number of connections that had it
 */
export async function replaceTag(
  own: OwnerTransacting,
  tag: string,
  name: string | null,
): Promise<number> {
  const bearers = (await taggedConnections(own)).filter(({ tags }) => tags.includes(tag))
  for (const { id, tags } of bearers) {
    const changed = tags.flatMap(one => (one === tag ? (name ?? []) : one))
    await own.db
      .updateTable('connections')
      .set(eb => ({ tags: JSON.stringify(normalizeTags(changed)), version: eb('version', '+', 1) }))
      .where('user_id', '=', own.userId)
      .where('id', '=', id)
      .execute()
  }
  return bearers.length
}

async function taggedConnections({ db, userId }: Owner): Promise<{ id: string; tags: string[] }[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'tags'])
    .where('user_id', '=', userId)
    .where('tags', '!=', '[]')
    .execute()
  return rows.map(({ id, tags }) => ({ id, tags: JSON.parse(tags) }))
}
