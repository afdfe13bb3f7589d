import type { Post } from './posts.ts'

/** A form as a browser sends it: its body and type, and what goes into the address. `named` puts rows in place of their names. */
export function sentForm(
  { type, entries }: Pick<Post, 'type' | 'entries'>,
  named: (text: string) => string,
): Pick<RequestInit, 'body' | 'headers'> & { query?: string } {
  const fields = entries.map(([name, value]) => [name, typeof value === 'string' ? named(value) : value] as const)
  const texts = fields.map(([name, value]) => [name, typeof value === 'string' ? value : new TextDecoder().decode(value)] as [string, string])
  if (type === 'urlencoded') return { body: new URLSearchParams(texts) }
  if (type === 'json') return { body: JSON.stringify(Object.fromEntries(texts.map(([name, value]) => [name, parsed(value)]))), headers: json }
  if (type === 'text') return { body: texts.map((each) => each.join('=')).join('\r\n'), headers: { 'content-type': 'text/plain' } }
  if (type === 'raw') {
    const query = new URLSearchParams(texts.filter((_, index) => typeof fields[index]?.[1] === 'string'))
    const [, body = null] = fields.find((field): field is [string, Uint8Array<ArrayBuffer>] => typeof field[1] !== 'string') ?? []
    return { query: `?${query}`, body, headers: { 'content-type': 'application/octet-stream' } }
  }
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, typeof value === 'string' ? value : new File([value], 'shoe.png'))
  return { body: form }
}

const json = { 'content-type': 'application/json' }

function parsed(text: string): unknown {
  try {
    return /^[[{]/.test(text) ? JSON.parse(text) : text
  } catch {
    return text
  }
}
