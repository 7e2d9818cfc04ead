import { expect, it } from 'vitest'
import { linkProblem } from './link.ts'

it.each([
  ['https://example.com/a?b#c', null],
  ['example.com:8080/x', null],
  ['http://user:secret@example.com', null],
  ['http://[::1]:3000/', null],
  ['tg://user?id=1', null],
  ['tg:resolve?domain=x', null],
  ['tg://', 'URL host is empty'],
  ['tg://a:1/', 'Wrong tg URL'],
  ['tg://a b', 'Unallowed characters in URL host'],
  ['ftp://example.com', 'Unsupported URL protocol'],
  ['javascript:alert(1)', 'Wrong HTTP URL'],
  ['http://localhost:3000', 'Wrong HTTP URL'],
  ['http://example.com:99999', 'Wrong HTTP URL'],
  ['https:///path', 'URL host is empty'],
  ['', 'URL host is empty'],
])('the address %j has the problem %j', (url, problem) => {
  expect(linkProblem(url)).toBe(problem)
})
