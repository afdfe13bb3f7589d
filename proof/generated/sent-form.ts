import type { Post } from './posts.ts'

/** The body of a form as a browser sends it, and its type. `named` puts rows in place of their names. */
export function sentForm({ type, entries }: Pick<Post, 'type' | 'entries'>, named: (text: string) => string): Pick<RequestInit, 'body' | 'headers'> {
  const fields = entries.map(([name, value]) => [name, typeof value === 'string' ? named(value) : value] as const)
  const texts = fields.map(([name, value]) => [name, typeof value === 'string' ? value : new TextDecoder().decode(value)] as [string, string])
  if (type === 'urlencoded') return { body: new URLSearchParams(texts) }
  if (type === 'json') return { body: JSON.stringify(Object.fromEntries(texts.map(([name, value]) => [name, parsed(value)]))), headers: json }
  if (type === 'text') return { body: texts.map((each) => each.join('=')).join('\r\n'), headers: { 'content-type': 'text/plain' } }
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
