import { type MutationOptions, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Collection } from '#shared/model/live-event.ts'
import { api, client } from './client.ts'
import { makeQueryClient } from './query-client.ts'
import { changeKey, refresh, refreshAll, refreshShown } from './refresh.ts'

const { queryKey: tags } = api.tags.list.queryOptions()
const { queryKey: templates } = api.templates.list.queryOptions()

let queryClient: ReturnType<typeof makeQueryClient>
/** The server's answer. */
let answer: () => Promise<Response>

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', () => answer())
  queryClient = makeQueryClient()
  queryClient.setQueryData(tags, [])
  queryClient.setQueryData(templates, [])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const rename = () => client.tags.rename({ tag: 'oro', name: 'plata' })
const isStale = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.isInvalidated
const run = (options: MutationOptions) =>
  queryClient.getMutationCache().build(queryClient, options).execute(undefined)

it('invalidates only the queries that a successful call changes', async () => {
  answer = async () => Response.json({ connections: 1 })
  await rename()
  expect([isStale(tags), isStale(templates)]).toEqual([true, false])
})

it('skips unknown collections and invalidates the known ones', async () => {
  await refresh(queryClient, ['of a newer version' as Collection, 'templates'])
  expect([isStale(tags), isStale(templates)]).toEqual([false, true])
})

it('refetches a query that failed without data only after own changes', async () => {
  answer = async () => Response.json({ code: 'NOT_FOUND', status: 404 }, { status: 404 })
  const failed = new QueryObserver(queryClient, api.connections.list.queryOptions())
  const stop = failed.subscribe(() => {})
  await expect.poll(() => failed.getCurrentResult().isError).toBe(true)
  const asked = vi.fn(answer)
  answer = asked
  await refreshShown(queryClient, ['connections'])
  expect(failed.getCurrentResult().isError).toBe(true)
  expect(asked).not.toHaveBeenCalled()
  await refresh(queryClient, ['connections'])
  expect(asked).toHaveBeenCalled()
  expect(isStale(tags)).toBe(true)
  stop()
})

it('fetches again what was loading for the first time during a change, shown or not', async () => {
  queryClient.removeQueries({ queryKey: tags })
  const before = Promise.withResolvers<Response>()
  const asked = vi.fn(() => before.promise.then(response => response.clone()))
  answer = asked
  const shown = new QueryObserver(queryClient, api.connections.list.queryOptions())
  const stop = shown.subscribe(() => {})
  const hidden = queryClient.fetchQuery(api.tags.list.queryOptions())
  await expect.poll(() => asked.mock.calls.length).toBe(2)

  const askedAgain = vi.fn(async () => Response.json([]))
  answer = askedAgain
  const refreshed = refreshShown(queryClient, ['connections'])
  before.resolve(Response.json([]))
  await hidden
  await refreshed
  expect(askedAgain).toHaveBeenCalledOnce()
  expect([isStale(api.connections.list.queryKey()), isStale(tags)]).toEqual([false, true])
  stop()
})

it('sends a first request again after a loss, when it may never be answered', async () => {
  const unanswered = vi.fn(() => Promise.withResolvers<Response>().promise)
  answer = unanswered
  const shown = new QueryObserver(queryClient, api.connections.list.queryOptions())
  const stop = shown.subscribe(() => {})
  await expect.poll(() => unanswered.mock.calls.length).toBe(1)
  void refreshAll(queryClient, { restarts: false })
  answer = async () => Response.json([])
  void refreshAll(queryClient, { restarts: true })
  await expect.poll(() => shown.getCurrentResult().data).toEqual([])
  expect(unanswered).toHaveBeenCalledOnce()
  stop()
})

it('invalidates queries after a refused call, not after an unanswered one', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(rename()).rejects.toThrow('Failed to fetch')
  expect(isStale(tags)).toBe(false)
  answer = async () => Response.json({ code: 'NOT_FOUND', status: 404 }, { status: 404 })
  await expect(rename()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(isStale(tags)).toBe(true)
})

it('invalidates an optimistically changed query after its last mutation', async () => {
  answer = async () => Response.json({ connections: 1 })
  const stored = Promise.withResolvers<void>()
  const change = { mutationKey: changeKey(tags), mutationFn: rename }
  const last = run({ ...change, mutationFn: () => stored.promise })
  await run(change)
  expect(isStale(tags)).toBe(false)
  stored.resolve()
  await last
  expect(isStale(tags)).toBe(true)
})

it('settles a mutation once its change is shown', async () => {
  const steps: string[] = []
  const listed = Promise.withResolvers<Response>()
  const observer = new QueryObserver(queryClient, api.tags.list.queryOptions())
  const stop = observer.subscribe(({ data }) => data?.length && steps.push('shown'))
  answer = () => {
    answer = () => listed.promise
    return Promise.resolve(Response.json({ connections: 1 }))
  }
  const ended = run({
    mutationFn: rename,
    onSuccess: () => {
      steps.push('done')
      listed.resolve(Response.json([{ name: 'plata', connections: 1 }]))
    },
    onSettled: () => steps.push('ended'),
  })
  await ended
  stop()
  expect(steps).toEqual(['done', 'shown', 'ended'])
})
