/** A control of a form, as the page shows it. */
export interface Field {
  name: string
  value: string
  /** Of an input; otherwise `textarea` or `select`. */
  type: string
  options: string[]
  maxLength: number
}
export interface PageForm {
  action: string
  isMultipart: boolean
  fields: Field[]
}

/** The forms of a page that are posted. React writes every attribute in quotes and escaped. */
export function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inside = '']) => {
    const { method, action = '', encType } = attributesOf(head)
    return method === 'post' ? [{ action, isMultipart: encType === 'multipart/form-data', fields: fieldsIn(inside) }] : []
  })
}

function fieldsIn(html: string): Field[] {
  return [...html.matchAll(/<(input|textarea|select|button)\b([^>]*)>([\s\S]*?(?=<\/\1>|<input\b|$))/g)].flatMap(
    ([, tag, head = '', inside = '']) => {
      const { name, value, type, maxLength } = attributesOf(head)
      if (!name) return []
      const options = tag === 'select' ? [...inside.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => attributesOf(option).value ?? '') : []
      const shown = tag === 'textarea' ? unescaped(inside.replace(/^\n/, '')) : (value ?? options[0] ?? '')
      return [{ name, value: shown, type: tag === 'input' ? (type ?? 'text') : (tag as string), options, maxLength: Number(maxLength ?? 200) }]
    },
  )
}

function attributesOf(head: string): Record<string, string | undefined> {
  return Object.fromEntries([...head.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name, unescaped(value)]))
}

const unescaped = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name) => ({ amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" })[name as 'amp'])
