import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWebSite, type WebSite } from '../../../test/web-site.ts'
import { httpsFiles } from './https-files.ts'
import type { Exceptions } from './public-web.ts'

const mb = 2 ** 20
let site: WebSite

const to = (location: string) => (response: ServerResponse) => response.writeHead(302, { location, 'set-cookie': 'visitor=1' }).end()
const answers: Record<string, (response: ServerResponse) => void> = {
  '/a.png?size=2': (response) => response.end('bytes of a picture'),
  '/long': (response) => response.end(Buffer.alloc(mb + 1)),
  '/missing': (response) => response.writeHead(404).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/silent': () => {},
  '/slow': (response) => {
    response.write('a')
    const drip = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(drip))
  },
  '/broken': (response) => response.writeHead(200, { 'content-length': '100' }).write('a', () => response.destroy()),
  '/1': to('/2'),
  '/2': to('3'),
  '/3': to('/a.png?size=2'),
  '/0': to('/1'),
  '/to-http': to('http://pictures.example/a.png'),
  '/to-private': to('https://10.0.0.1/a.png'),
  '/to-metadata': to('https://169.254.169.254/latest/meta-data'),
  '/to-inner-name': to('https://inner.example/a.png'),
  '/to-file': to('file:///etc/passwd'),
  '/to-user': to('https://me:secret@pictures.example/a.png'),
}

beforeAll(async () => {
  site = await openWebSite((path, response) => answers[path]?.(response))
})
beforeEach(() => void site.asked.splice(0))
afterAll(() => site.close())

/** The text at a path or an address, as the shop fetches it. */
async function read(where: string, exceptions: Exceptions = {}, maxBytes = mb): Promise<string> {
  const files = httpsFiles({ ...site.exceptions, ...exceptions })
  return new Response(await files.fetch(where.startsWith('/') ? site.origin + where : where, maxBytes)).text()
}
const refused = (words: RegExp) => expect.objectContaining({ code: 'file_refused', message: expect.stringMatching(words) })

describe('a file of another site', () => {
  it('is fetched under the name of the site, without cookies or credentials', async () => {
    expect(await read('/a.png?size=2')).toBe('bytes of a picture')
    const { host } = new URL(site.origin)
    expect(site.asked).toMatchObject([{ path: '/a.png?size=2', serverName: 'pictures.example', headers: { host } }])
  })

  it('is fetched through three redirects, which bring no cookies along, and no further', async () => {
    expect(await read('/1')).toBe('bytes of a picture')
    expect(site.asked.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/a.png?size=2'])
    for (const { headers } of site.asked) {
      expect(Object.keys(headers)).not.toContain('cookie')
      expect(Object.keys(headers)).not.toContain('authorization')
      expect(Object.keys(headers)).not.toContain('referer')
    }
    await expect(read('/0')).rejects.toEqual(refused(/more than 3 times/))
    expect(site.asked.map(({ path }) => path)).not.toContain('/4')
  })

  it.each([
    ['/to-http', /https:\/\/ only/],
    ['/to-file', /https:\/\/ only/],
    ['/to-user', /user name and the password/],
    ['/to-private', /public web sites only, and 10\.0\.0\.1 is none/],
    ['/to-metadata', /public web sites only, and 169\.254\.169\.254 is none/],
    ['/to-inner-name', /public web sites only, and inner\.example is none/],
    ['/nowhere', /answered 302/],
    ['/missing', /answered 404/],
    ['/broken', /could not be reached/],
  ])('at %s is refused in words', async (path, words) => {
    const resolve = async (host: string) => (host === 'inner.example' ? ['10.1.2.3'] : ['127.0.0.1'])
    await expect(read(path, { resolve })).rejects.toEqual(refused(words))
    expect(site.asked).toHaveLength(1)
  })

  it('is refused where it is larger than it may be, also when nothing said so before', async () => {
    expect(await read('/long', {}, 2 * mb)).toHaveLength(mb + 1)
    await expect(read('/long')).rejects.toMatchObject({ code: 'file_too_large', message: expect.stringContaining('1 MB') })
  })

  it.each(['/silent', '/slow'])('at %s is given up when the time is over', async (path) => {
    await expect(read(path, { deadlineMs: 300 })).rejects.toEqual(refused(/took too long/))
  })

  it('is given up where no name server answers in time, and where there is no such name', async () => {
    await expect(read('/1', { deadlineMs: 100, resolve: () => new Promise(() => {}) })).rejects.toEqual(refused(/took too long/))
    await expect(read('/1', { resolve: async () => [] })).rejects.toEqual(refused(/no web site of this name/))
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    await expect(read('/1', { resolve: () => Promise.reject(unknown) })).rejects.toEqual(refused(/no web site of this name/))
  })

  it('is refused under a certificate that is not trusted, or of another name', async () => {
    await expect(read('/1', { ca: undefined })).rejects.toEqual(refused(/could not be reached safely/))
    const other = site.origin.replace('pictures', 'others')
    await expect(read(`${other}/1`, { resolve: async () => ['127.0.0.1'] })).rejects.toEqual(refused(/could not be reached safely/))
    expect(site.asked).toEqual([])
  })
})

describe('what is not the public web', () => {
  const port = () => new URL(site.origin).port
  const none: [string, () => string][] = [
    ['plain http', () => 'http://pictures.example/'],
    ['another scheme', () => 'ftp://pictures.example/'],
    ['no address', () => 'pictures'],
    ['a user name', () => 'https://me@pictures.example/'],
    ['an odd port of a public site', () => 'https://1.1.1.1:8443/'],
    ['this machine', () => `https://127.0.0.1:${port()}/1`],
    ['this machine by its other names', () => 'https://localhost/'],
    ['this machine in fewer parts', () => 'https://127.1/'],
    ['this machine in hexadecimal', () => 'https://0x7f000001/'],
    ['this machine as one number', () => 'https://2130706433/'],
    ['this machine in IPv6', () => 'https://[::1]/'],
    ['this machine, mapped', () => 'https://[::ffff:127.0.0.1]/'],
    ['an address of a network of ours', () => 'https://192.168.1.1/'],
    ['what clouds tell their machines', () => 'https://169.254.169.254/'],
    ['the same through NAT64', () => 'https://[64:ff9b::a9fe:a9fe]/'],
    ['the same through 6to4', () => 'https://[2002:a9fe:a9fe::1]/'],
  ]

  it.each(none)('is refused: %s', async (_, address) => {
    await expect(httpsFiles({ ca: site.exceptions.ca }).fetch(address(), mb)).rejects.toEqual(
      refused(/public web sites only|https:\/\/ only|user name/),
    )
    expect(site.asked).toEqual([])
  })

  it('is refused where only one of the addresses of a name is not public', async () => {
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::1'],
    ])
      await expect(read('/1', { resolve: async () => addresses })).rejects.toEqual(refused(/public web sites only/))
    expect(site.asked).toEqual([])
  })

  it('is not reached by a name that answers otherwise the second time: the address that was checked is connected to', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    expect(await read('/a.png?size=2', { resolve })).toBe('bytes of a picture')
    expect(answers, 'it was asked once').toHaveLength(1)
    answers.unshift(['127.0.0.1'])
    await expect(read('/1', { resolve }), 'and for each redirect anew').rejects.toEqual(refused(/public web sites only/))
    expect(site.asked.map(({ path }) => path)).toEqual(['/a.png?size=2', '/1'])
  })
})
