import { describe, expect, it } from 'vitest'
import { ownPath } from '#web/account/own-path.ts'

describe('where somebody goes on', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/order/7?key=a%2Fb', '/order/7?key=a%2Fb'],
    ['/a/../checkout', '/checkout'],
    [null, null],
    ['', null],
    ['dashboard', null],
    ['https://evil.example', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\t/evil.example', null],
    ['/./' + '/evil.example', null],
    ['/a/..//evil.example', null],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['javascript:alert(1)', null],
    [`/${'x'.repeat(500)}`, null],
  ])('%j: %j', (text, path) => expect(ownPath(text)).toBe(path))
})
