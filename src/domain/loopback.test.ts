import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isOpenDatabase, isOpenToReaders, mayUseDemo, originOf } from '#domain/loopback.ts'

describe('the address of a server', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.168.1.7', 'http://192.168.1.7:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
  ])('on %s is %s', (host, url) => expect(originOf(host, 3000)).toBe(url))
})

describe('a loopback address', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.1.7', false],
    ['::ffff:192.168.1.7', false],
    ['1127.0.0.1', false],
    ['fe80::1', false],
    [undefined, false],
  ])('%s: %s', (address, is) => expect(isLoopbackAddress(address)).toBe(is))
})

describe('on the way to another machine', () => {
  it.each([
    ['https://api.safaricom.co.ke', false],
    ['http://api.safaricom.co.ke', true],
    ['http://192.168.1.7:9000/files', true],
    ['http://localhost:9000', false],
    ['http://127.0.0.1:4010/mpesa', false],
    ['http://[::1]:4010', false],
    ['http://localhost.example', true],
  ])('%s can be read: %s', (url, isOpen) => expect(isOpenToReaders(url)).toBe(isOpen))

  it.each([
    ['postgres://app@db.example/viatu', true],
    ['postgres://app@localhost:5432/viatu', false],
    ['postgres://app@[::1]/viatu', false],
    ['postgres://app:secret@/viatu', false],
    ['postgres:///viatu', false],
    ['postgres://app@%2Fvar%2Frun%2Fpostgresql/viatu', false],
    ['postgres://app@/viatu?host=/var/run/postgresql', false],
    ['postgres://app@localhost/viatu?host=db.example', true],
    ['postgres://app@db.example/viatu?host=127.0.0.1', false],
    ['postgres://app@db.example/viatu?host=', true],
    ['postgres://app@/viatu?host=127.0.0.1&host=db.example', true],
    ['postgres://app@db.example/viatu?sslmode=require&sslmode=disable', true],
    ['postgres://app@db.example/viatu?sslmode=require', false],
    ['postgres://app@db.example/viatu?sslmode=verify-ca', false],
    ['postgres://app@/viatu?host=db.example&sslmode=verify-full', false],
    ['postgres://app@db.example/viatu?sslmode=prefer', true],
    ['postgres://app@db.example/viatu?sslmode=disable', true],
  ])('the database %s can be read: %s', (url, isOpen) => expect(isOpenDatabase(url)).toBe(isOpen))
})

describe('what only the demo has', () => {
  const here = { host: '127.0.0.1:3000' }

  it.each<[string, string | undefined, Record<string, string>, boolean]>([
    ['this machine', '127.0.0.1', here, true],
    ['this machine by another spelling', '::1', { host: '[::1]:3000' }, true],
    ['another machine that names this one', '192.168.1.9', here, false],
    ['a socket nobody knows', undefined, here, false],
    ['a page of another site whose name leads here', '127.0.0.1', { host: 'evil.example:3000' }, false],
    ['a request without a host', '127.0.0.1', {}, false],
    ['a proxy on this machine', '127.0.0.1', { ...here, 'x-forwarded-for': '41.90.1.2' }, false],
    ['a proxy that tells only the protocol', '127.0.0.1', { ...here, 'X-Forwarded-Proto': 'https' }, false],
    ['a proxy of RFC 7239', '127.0.0.1', { ...here, Forwarded: 'for=41.90.1.2' }, false],
  ])('answers %s: %s', (_, socket, headers, answers) => expect(mayUseDemo('local', socket, new Headers(headers))).toBe(answers))

  it('answers everybody when it is open, and nobody when it is closed', () => {
    expect(mayUseDemo('open', '192.168.1.9', new Headers({ host: 'shop.example' }))).toBe(true)
    expect(mayUseDemo('closed', '127.0.0.1', new Headers(here))).toBe(false)
  })
})
