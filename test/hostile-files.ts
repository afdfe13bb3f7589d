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
const photo = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'jpeg') => photoOf({ format })
const half = async (format: Parameters<typeof photo>[0]) => {
  const bytes = await photoOf({ format, width: 600, height: 480 })
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

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
/** A part of a JPEG, to stand behind its first marker. */
const segment = (marker: number, text: string) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, latin(text)])
}
const jpegOfSize = async (width: number, height: number) => {
  const bytes = Buffer.from(await photo('jpeg'))
  const at = bytes.indexOf(latin('\xff\xc0'))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}
const withExif = async (exif: Exif, format: 'jpeg' | 'webp') => {
  const picture = sharp(await photo('png')).withExif(exif)
  return picture.toFormat(format).toBuffer()
}
/** With a page in its comment, a script in its XMP, a broken profile, PHP and a place in its EXIF; a page behind it, and as a ZIP as well. */
const jpegOfEverything = async () => {
  const bytes = await withExif({ IFD0: { ImageDescription: `<?php ${payload} ?>` }, IFD3: { GPSLatitude: '1/1 17/1 11/1' } }, 'jpeg')
  const segments = [segment(0xfe, html), segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`), segment(0xe2, `ICC_PROFILE\0\x01\x01${script}`)]
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2), Buffer.from(html), latin(`PK\x03\x04${payload}PK\x05\x06`)])
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
  { name: 'half a GIF', file: 'a.gif', type: 'image/gif', bytes: () => half('gif') },
  {
    name: 'a PNG of 5,000 x 4,000, all of it there',
    file: 'a.png',
    type: 'image/png',
    bytes: () => png(5_000, 4_000, { rows: rowsOf(5_000, 4_000) }),
  },
  { name: 'a PNG of 1 x 60,000', file: 'a.png', type: 'image/png', bytes: () => png(1, 60_000, { rows: rowsOf(1, 60_000) }) },
  { name: 'a PNG of 2^31 x 2^31', file: 'a.png', type: 'image/png', bytes: () => png(0x7fffffff, 0x7fffffff) },
  { name: 'a JPEG that says 65,000 x 65,000', file: 'a.jpg', type: 'image/jpeg', bytes: () => jpegOfSize(65_000, 65_000) },
  {
    name: 'a small PNG with 20 MB behind its rows',
    file: 'a.png',
    type: 'image/png',
    bytes: () => png(100, 100, { rows: deflateSync(Buffer.alloc(20 * 2 ** 20), { level: 1 }) }),
    isPicture: true,
  },
  {
    name: 'a PNG that says to be JSON, with a script in its words and a colour profile that unpacks without end',
    file: 'a.png',
    type: 'application/json',
    bytes: () => {
      const profile = Buffer.concat([latin('x\0\0'), deflateSync(Buffer.alloc(20 * 2 ** 20), { level: 1 })])
      return png(100, 100, { extra: [chunk('iCCP', profile), chunk('tEXt', latin(`Comment\0${script}`))], rows: rowsOf(100, 100) })
    },
    isPicture: true,
  },
  { name: 'a JPEG with all that a JPEG can carry', file: 'a.jpg', type: 'image/jpeg', bytes: jpegOfEverything, isPicture: true },
  {
    name: 'a WebP that says to be a page, with one in its EXIF and one behind it',
    file: 'a.webp',
    type: 'text/html',
    bytes: async () => Buffer.concat([await withExif({ IFD0: { Artist: html } }, 'webp'), Buffer.from(html)]),
    isPicture: true,
  },
  { name: 'a GIF with a script behind it', file: 'a.gif', type: 'image/gif', bytes: async () => Buffer.concat([await photo('gif'), latin(script)]) },
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
