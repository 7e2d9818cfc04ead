import { expect, it } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'

it('tags are counted, renamed and removed on all connections at once', async () => {
  await using stage = await startTestApp()
  const { api, connect } = await signUp(stage)
  const one = await connect(stage.botApi, { tags: ['oro', 'h1'] })
  const two = await connect(stage.botApi, { tags: ['h1', 'cripto', 'oro'] })
  const three = await connect(stage.botApi)
  expect(await api.tags.list()).toEqual([
    { name: 'cripto', connections: 1 },
    { name: 'h1', connections: 2 },
    { name: 'oro', connections: 2 },
  ])

  expect(await api.tags.rename({ tag: 'h1', name: ' 60 min ' })).toEqual({ connections: 2 })
  const read = async (id: string) => (await api.connections.read({ id })).tags
  expect(await read(one.id)).toEqual(['oro', '60 min'])
  expect(await read(two.id)).toEqual(['60 min', 'cripto', 'oro'])
  await expect(
    api.connections.update({ id: one.id, version: one.version, name: 'Vieja' }),
  ).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })

  await expect(api.tags.rename({ tag: 'oro', name: 'cripto' })).rejects.toMatchObject({
    code: 'TAG_TAKEN',
    message: 'Ya existe una etiqueta con ese nombre.',
  })
  await expect(api.tags.rename({ tag: 'oro', name: 'CRIPTO' })).rejects.toMatchObject({
    code: 'TAG_TAKEN',
  })
  await expect(api.tags.rename({ tag: 'oro', name: ' ' })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  })
  await expect(api.tags.rename({ tag: 'h1', name: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })

  expect(await api.tags.remove({ tag: 'oro' })).toEqual({ connections: 2 })
  expect(await read(two.id)).toEqual(['60 min', 'cripto'])
  expect(await read(three.id)).toEqual([])
})

it('a tag may have any name but «.» and «..»', async () => {
  await using stage = await startTestApp()
  const { api, connect } = await signUp(stage)
  const odd = ['a/b', '100%', '...', 'ñandú ☕', '?x=1#y', '%2F', '\\', '{tag}']
  await connect(stage.botApi, { tags: odd })
  for (const tag of odd) {
    expect(await api.tags.rename({ tag, name: 'llana' })).toEqual({ connections: 1 })
    expect(await api.tags.rename({ tag: 'llana', name: tag })).toEqual({ connections: 1 })
    expect(await api.tags.remove({ tag })).toEqual({ connections: 1 })
  }
  for (const tag of ['.', ' ..'])
    await expect(connect(stage.botApi, { tags: [tag] })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: 'Una etiqueta no puede llamarse «.» ni «..».',
    })
})
