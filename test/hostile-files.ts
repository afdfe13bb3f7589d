import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Exif } from 'sharp'
import { photoOf, videoOf } from './pictures.ts'

/** A malicious upload (promises §4F). */
export interface HostileFile {
  name: string
  /** File name and declared MIME type. */
  file: string
  type: string
  bytes: () => Promise<Uint8Array> | Uint8Array
  /** Whether it contains a valid picture, which may be stored re-encoded. */
  isPicture?: true
}

/** Must not be in any stored file. */
export const payload = 'window.pwned=1'
const script = `<script>${payload}</script>`
const html = `<!doctype html><html><body onload="${payload}">${script}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${payload}">${script}<rect width="100" height="100"/></svg>`
const latin = (text: string) => Buffer.from(text, 'latin1')
const photo = (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' = 'jpeg') => photoOf({ format })
const half = async (format: Parameters<typeof photo>[0]) => {
  // An AVIF of this size takes seconds unless it is made without care.
  const bytes = await photoOf({ format, width: 600, height: 480, ...(format === 'avif' && { options: { effort: 0 } }) })
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}
const followedBy = async (format: Parameters<typeof photo>[0], tail: string | Buffer) => Buffer.concat([await photo(format), Buffer.from(tail)])

const chunk = (kind: string, data: Buffer) => {
  const named = Buffer.concat([latin(kind), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
}
/** A PNG that says to be so large, grey. */
const png = (width: number, height: number, { extra = [] as Buffer[], rows = deflateSync(Buffer.alloc(1000)) } = {}) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n'), chunk('IHDR', head), ...extra, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
const rowsOf = (width: number, height: number) => deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })
/** A marker of a JPEG behind its first one. */
const withSegment = async (marker: number, text: string) => {
  const bytes = Buffer.from(await photo('jpeg'))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, latin(text), bytes.subarray(2)])
}
const jpegOfSize = async (width: number, height: number) => {
  const bytes = Buffer.from(await photo('jpeg'))
  const at = bytes.indexOf(latin('\xff\xc0'))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}
const gifOfSize = async (width: number, height: number) => {
  const bytes = Buffer.from(await photo('gif'))
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}
const animation = (frames: number) => {
  const board = Buffer.alloc(64 * 64 * 3 * frames, 90)
  for (let frame = 0; frame < frames; frame++) board[frame * 64 * 64 * 3] = frame
  return sharp(board, { raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 } })
    .gif({ effort: 1, keepDuplicateFrames: true })
    .toBuffer()
}
const withExif = async (exif: Exif, format: 'jpeg' | 'webp' = 'jpeg') => {
  const picture = sharp(await photo('png')).withExif(exif)
  return picture.toFormat(format).toBuffer()
}

const texts: [string, string, string, string | Buffer][] = [
  ['a page called .jpg', 'a.jpg', 'image/jpeg', html],
  ['a page after a byte order mark', 'a.jpg', 'image/jpeg', `\ufeff${html}`],
  ['a page after a kilobyte of blanks', 'a.png', 'image/png', ' '.repeat(1000) + html],
  ['a page in UTF-16', 'a.png', 'image/png', Buffer.from(`\ufeff${html}`, 'utf16le')],
  ['a page that says to be a page', 'a.png', 'text/html', html],
  ['an XHTML page', 'a.webp', 'image/webp', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  ['an SVG with a script', 'a.png', 'image/svg+xml', svg],
  ['an SVG called .png', 'a.png', 'image/png', svg],
  ['an SVG with a prologue', 'a.jpg', 'image/jpeg', `<?xml version="1.0"?><!DOCTYPE svg><!-- x -->${svg}`],
  ['an SVG that fetches', 'a.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
  ['a packed SVG', 'a.png', 'image/png', gzipSync(svg)],
  ['entities that multiply', 'a.png', 'image/png', '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>'],
  ['a script', 'a.jpg', 'image/jpeg', payload],
  ['PHP', 'a.jpg', 'image/jpeg', '<?php system($_GET["x"]); ?>'],
  ['a shell script', 'a.jpg', 'image/jpeg', '#!/bin/sh\nid'],
  ['a stylesheet', 'a.jpg', 'image/jpeg', 'body{background:url(javascript:1)}'],
  ['a letter with a page in it', 'a.jpg', 'image/jpeg', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`],
  ['a PDF', 'a.jpg', 'image/jpeg', `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${payload})>>>>`],
  ['a ZIP', 'a.jpg', 'image/jpeg', latin('PK\x03\x04\x14\0\0\0\0\0')],
  ['a Windows program', 'a.jpg', 'image/jpeg', latin('MZ\x90\0\x03\0\0\0\x04\0\0\0')],
  ['a Linux program', 'a.jpg', 'image/jpeg', latin('\x7fELF\x02\x01\x01\0')],
  ['WebAssembly', 'a.jpg', 'image/jpeg', latin('\0asm\x01\0\0\0')],
  ['a Flash film', 'a.jpg', 'image/jpeg', latin('CWS\x0a\0\0\0\0')],
  ['nothing', 'a.jpg', 'image/jpeg', ''],
  ['one byte', 'a.jpg', 'image/jpeg', 'x'],
  ['zeros', 'a.jpg', 'image/jpeg', Buffer.alloc(5000)],
  ['a TIFF', 'a.jpg', 'image/jpeg', latin('II*\0\x08\0\0\0\0\0')],
  ['a BMP', 'a.jpg', 'image/jpeg', latin('BM\x36\0\0\0\0\0\0\0\x36\0\0\0')],
  ['an icon', 'a.jpg', 'image/jpeg', latin('\0\0\x01\0\x01\0\x10\x10')],
  ['a Photoshop file', 'a.jpg', 'image/jpeg', latin('8BPS\0\x01\0\0\0\0\0\0')],
  ['a HEIC photo', 'a.jpg', 'image/jpeg', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['the first bytes of a JPEG, then a page', 'a.jpg', 'image/jpeg', Buffer.concat([latin('\xff\xd8\xff\xe0'), Buffer.from(html)])],
  ['the first bytes of a PNG, then a page', 'a.png', 'image/png', Buffer.concat([latin('\x89PNG\r\n\x1a\n'), Buffer.from(html)])],
  ['the first bytes of a GIF, then a script', 'a.gif', 'image/gif', `GIF89a/*${html}*/=1;${payload}`],
  ['the first bytes of a WebP, then a page', 'a.webp', 'image/webp', Buffer.concat([latin('RIFF\xff\0\0\0WEBPVP8 '), Buffer.from(html)])],
  [
    'the first bytes of an AVIF, then a page',
    'a.avif',
    'image/avif',
    Buffer.concat([latin('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), Buffer.from(html)]),
  ],
]

export const hostilePictures: HostileFile[] = [
  ...texts.map(([name, file, type, bytes]) => ({ name, file, type, bytes: () => Buffer.from(bytes as string) })),
  { name: 'a film', file: 'a.jpg', type: 'image/jpeg', bytes: () => videoOf('mp4') },
  { name: 'half a JPEG', file: 'a.jpg', type: 'image/jpeg', bytes: () => half('jpeg') },
  { name: 'half a PNG', file: 'a.png', type: 'image/png', bytes: () => half('png') },
  { name: 'half a WebP', file: 'a.webp', type: 'image/webp', bytes: () => half('webp') },
  { name: 'half an AVIF', file: 'a.avif', type: 'image/avif', bytes: () => half('avif') },
  { name: 'half a GIF', file: 'a.gif', type: 'image/gif', bytes: () => half('gif') },
  { name: 'a PNG of 20,000 x 20,000', file: 'a.png', type: 'image/png', bytes: () => png(20_000, 20_000) },
  {
    name: 'a PNG of 15,000 x 15,000, all of it there',
    file: 'a.png',
    type: 'image/png',
    bytes: () => png(15_000, 15_000, { rows: rowsOf(15_000, 15_000) }),
  },
  { name: 'a PNG of 1 x 60,000', file: 'a.png', type: 'image/png', bytes: () => png(1, 60_000, { rows: rowsOf(1, 60_000) }) },
  { name: 'a PNG of 2^31 x 2^31', file: 'a.png', type: 'image/png', bytes: () => png(0x7fffffff, 0x7fffffff) },
  { name: 'a PNG of 0 x 0', file: 'a.png', type: 'image/png', bytes: () => png(0, 0) },
  { name: 'a JPEG that says 65,000 x 65,000', file: 'a.jpg', type: 'image/jpeg', bytes: () => jpegOfSize(65_000, 65_000) },
  { name: 'a GIF that says 65,000 x 65,000', file: 'a.gif', type: 'image/gif', bytes: () => gifOfSize(65_000, 65_000) },
  {
    name: 'a small PNG with 200 MB behind its rows',
    file: 'a.png',
    type: 'image/png',
    bytes: () => png(100, 100, { rows: deflateSync(Buffer.alloc(200 * 2 ** 20), { level: 1 }) }),
    isPicture: true,
  },
  {
    name: 'a PNG with a colour profile that unpacks without end',
    file: 'a.png',
    type: 'image/png',
    bytes: () => {
      const profile = Buffer.concat([latin('x\0\0'), deflateSync(Buffer.alloc(50 * 2 ** 20), { level: 1 })])
      return png(100, 100, { extra: [chunk('iCCP', profile)], rows: rowsOf(100, 100) })
    },
    isPicture: true,
  },
  {
    name: 'a PNG with a script in its words',
    file: 'a.png',
    type: 'image/png',
    bytes: () => png(100, 100, { extra: [chunk('tEXt', latin(`Comment\0${script}`))], rows: rowsOf(100, 100) }),
    isPicture: true,
  },
  { name: 'an animation of 3,000 pictures', file: 'a.gif', type: 'image/gif', bytes: () => animation(3000) },
  { name: 'a JPEG with a page behind it', file: 'a.jpg', type: 'image/jpeg', bytes: () => followedBy('jpeg', html), isPicture: true },
  {
    name: 'a JPEG that is a ZIP as well',
    file: 'a.jpg',
    type: 'image/jpeg',
    bytes: () => followedBy('jpeg', latin(`PK\x03\x04${payload}PK\x05\x06`)),
    isPicture: true,
  },
  { name: 'a JPEG with a page in its comment', file: 'a.jpg', type: 'image/jpeg', bytes: () => withSegment(0xfe, html), isPicture: true },
  {
    name: 'a JPEG with a script in its XMP',
    file: 'a.jpg',
    type: 'image/jpeg',
    bytes: () => withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`),
    isPicture: true,
  },
  {
    name: 'a JPEG with a broken profile',
    file: 'a.jpg',
    type: 'image/jpeg',
    bytes: () => withSegment(0xe2, `ICC_PROFILE\0\x01\x01${script}`),
    isPicture: true,
  },
  {
    name: 'a JPEG with PHP in its EXIF',
    file: 'a.jpg',
    type: 'image/jpeg',
    bytes: () => withExif({ IFD0: { ImageDescription: `<?php ${payload} ?>` } }),
    isPicture: true,
  },
  {
    name: 'a WebP with a page in its EXIF',
    file: 'a.webp',
    type: 'image/webp',
    bytes: () => withExif({ IFD0: { Artist: html } }, 'webp'),
    isPicture: true,
  },
  {
    name: 'a JPEG that tells where somebody lives',
    file: 'a.jpg',
    type: 'image/jpeg',
    bytes: () => withExif({ IFD3: { GPSLatitude: '1/1 17/1 11/1' } }),
    isPicture: true,
  },
  { name: 'a GIF with a script behind it', file: 'a.gif', type: 'image/gif', bytes: () => followedBy('gif', script) },
  { name: 'a WebP with a page behind it', file: 'a.webp', type: 'image/webp', bytes: () => followedBy('webp', html), isPicture: true },
  { name: 'an AVIF with a page behind it', file: 'a.avif', type: 'image/avif', bytes: () => followedBy('avif', html) },
  { name: 'a picture that says to be a page', file: 'a.png', type: 'text/html', bytes: () => photo('png'), isPicture: true },
  { name: 'a picture that says to be JSON', file: 'a.png', type: 'application/json', bytes: () => photo('png'), isPicture: true },
  { name: '11 MB', file: 'a.jpg', type: 'image/jpeg', bytes: async () => Buffer.concat([await photo(), Buffer.alloc(11 * 2 ** 20)]) },
]

export const hostileVideos: HostileFile[] = [
  { name: 'a page', file: 'a.mp4', type: 'video/mp4', bytes: () => Buffer.from(html) },
  {
    name: 'a page whose first letters are the length of an MP4',
    file: 'a.mp4',
    type: 'video/mp4',
    bytes: () => Buffer.from(`<!--ftypisom-->${html}`),
  },
  { name: 'an SVG', file: 'a.webm', type: 'video/webm', bytes: () => Buffer.from(svg) },
  { name: 'a Matroska film', file: 'a.webm', type: 'video/webm', bytes: () => videoOf('mkv') },
  { name: 'a sound', file: 'a.mp4', type: 'video/mp4', bytes: () => latin('ID3\x04\0\0\0\0\0\0') },
  { name: 'a picture', file: 'a.mp4', type: 'video/mp4', bytes: () => photo('png') },
  { name: 'nothing', file: 'a.mp4', type: 'video/mp4', bytes: () => Buffer.alloc(0) },
  { name: 'a program', file: 'a.avi', type: 'video/x-msvideo', bytes: () => latin('MZ\x90\0\x03\0\0\0\x04\0\0\0') },
]
