import { useState } from 'react'

/** What stands in the fields of a form right now, for the preview beside it. */
export function useLive<Fields extends Record<string, string>>(first: Fields) {
  const [live, setLive] = useState(first)
  const onInput = ({ name, value, type, checked }: HTMLInputElement) => {
    if (Object.hasOwn(live, name)) setLive((before) => ({ ...before, [name]: type === 'checkbox' ? (checked ? 'on' : '') : value }))
  }
  return { live, onInput }
}
