import { useEffect, useRef, useState } from 'react'
import type { HelpPiece } from '#domain/help-sections.ts'
import { helpPreviewUrl } from '#web/admin/panel-addresses.ts'

/** Milliseconds without a key before the server is asked. */
const pause = 350

/** How a text will look, as the server will show it: asked for when the writer rests, the last question counts. Browser only. */
export function usePreview(first: HelpPiece[]) {
  const [shown, setShown] = useState(first)
  const [trouble, setTrouble] = useState<string | null>(null)
  const asked = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)

  const forget = () => {
    if (!asked.current) return
    clearTimeout(asked.current.timer)
    asked.current.stop.abort()
  }
  const look = (body: string) => {
    forget()
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(body, stop.signal)
      if (stop.signal.aborted) return
      if ('pieces' in answer) setShown(answer.pieces)
      setTrouble('pieces' in answer ? null : answer.trouble)
    }, pause)
    asked.current = { timer, stop }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form goes
  useEffect(() => forget, [])
  return { shown, trouble, look }
}

async function ask(body: string, signal: AbortSignal): Promise<{ pieces: HelpPiece[] } | { trouble: string }> {
  const form = new URLSearchParams({ body })
  try {
    const response = await fetch(helpPreviewUrl, { method: 'POST', body: form, signal })
    const { pieces, error } = await response.json()
    return pieces ? { pieces } : { trouble: error.fields?.body ?? error.message }
  } catch {
    return { trouble: 'The preview did not come. What you write is not lost.' }
  }
}
