import type { Live } from '#server/live/live.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { countTags, replaceTag } from '#server/store/rows/tags.ts'
import { isSameTag } from '#shared/model/tags.ts'
import { byName } from './by-name.ts'
import { mine } from './signed-in.ts'

export const tagOperations = ({ live }: { live: Live }) => ({
  list: mine.tags.list.handler(async ({ context: { owner } }) =>
    [...(await countTags(owner))]
      .map(([name, connections]) => ({ name, connections }))
      .sort(byName),
  ),

  rename: mine.tags.rename.handler(async ({ context: { owner }, input, errors }) => {
    const connections = await ownerTransaction(owner, async own => {
      const tags = await countTags(own)
      if (!tags.has(input.tag)) throw errors.NOT_FOUND()
      if (input.name === input.tag) return 0
      const others = [...tags.keys()].filter(tag => tag !== input.tag)
      if (others.some(tag => isSameTag(tag, input.name))) throw errors.TAG_TAKEN()
      return replaceTag(own, input.tag, input.name)
    })
    live.changed(owner.userId, 'connections')
    return { connections }
  }),

  remove: mine.tags.remove.handler(async ({ context: { owner }, input, errors }) => {
    const connections = await ownerTransaction(owner, own => replaceTag(own, input.tag, null))
    if (connections === 0) throw errors.NOT_FOUND()
    live.changed(owner.userId, 'connections')
    return { connections }
  }),
})
