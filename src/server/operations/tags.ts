import { ownerTransaction } from '#server/store/engine/owner.ts'
import { countTags, replaceTag } from '#server/store/rows/tags.ts'
import { isSameTag } from '#shared/model/tags.ts'
import { byName } from './by-name.ts'
import { signedIn } from './callers.ts'

export const tagOperations = {
  list: signedIn.tags.list.handler(async ({ context: { owner } }) =>
    [...(await countTags(owner))]
      .map(([name, connections]) => ({ name, connections }))
      .sort(byName),
  ),

  rename: signedIn.tags.rename.handler(async ({ context: { owner }, input, errors }) => {
    const connections = await ownerTransaction(owner, async own => {
      const tags = await countTags(own)
      if (!tags.has(input.tag)) throw errors.NOT_FOUND()
      if (input.name === input.tag) return 0
      const others = [...tags.keys()].filter(tag => tag !== input.tag)
      if (others.some(tag => isSameTag(tag, input.name))) throw errors.TAG_TAKEN()
      return replaceTag(own, input.tag, input.name)
    })
    return { connections }
  }),

  remove: signedIn.tags.remove.handler(async ({ context: { owner }, input, errors }) => {
    const connections = await ownerTransaction(owner, own => replaceTag(own, input.tag, null))
    if (connections === 0) throw errors.NOT_FOUND()
    return { connections }
  }),
}
