import { expect, it } from 'vitest'
import { passkeyObstacle } from './passkey-obstacle.ts'

it.each([
  ['https://alertas.example.com', 'https://alertas.example.com', true, null],
  ['http://localhost:8080', 'http://localhost:8080', true, null],
  ['https://alertas.example.com', 'https://alertas.example.com', false, 'unsupported'],
  ['https://alertas.example.com', 'http://192.168.1.7:8080', true, 'elsewhere'],
  ['https://alertas.example.com', 'http://alertas.example.com', false, 'elsewhere'],
  ['http://localhost:8080', 'http://127.0.0.1:8080', true, 'elsewhere'],
  ['http://alertas.lan:8080', 'http://alertas.lan:8080', false, 'insecure'],
  ['https://192.168.1.7', 'https://192.168.1.7', true, 'number'],
  ['https://[2001:db8::7]', 'https://[2001:db8::7]', true, 'number'],
])('finds the obstacle to passkeys of %s on a page at %s', (site, page, isSupported, obstacle) => {
  expect(passkeyObstacle({ site, page, isSupported })).toBe(obstacle)
})
