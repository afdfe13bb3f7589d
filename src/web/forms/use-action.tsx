import { type FormEvent, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, type SubmitOptions, type SubmitTarget, useFetcher } from 'react-router'
import { useInBrowser } from '#web/browser/browser-state.ts'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'

export interface ActionOptions<Answer = never> {
  /**
   * When what was sent is sent again by itself: while the server is `busy` (502, 503, 504), or also if the connection was lost on the way (`unsure`), which is
   * for what does the same however often it is sent.
   */
  repeat?: 'never' | 'busy' | 'unsure'
  /** Called once for each answer. */
  onAnswer?: (answer: Answer) => void
}

/** Milliseconds before each automatic retry; after the last one the user decides. */
const retryDelays = [1_500, 4_000]

/** Sends forms to the action of a route by a fetcher: one at a time, and again as they were sent, not as their fields stand by then. */
export function useAction<Answer extends object>({ repeat = 'busy', onAnswer }: ActionOptions<Answer> = {}) {
  const fetcher = useFetcher() as FetcherWithComponents<Answer>
  const [repeats, setRepeats] = useState(0)
  const [sending, setSending] = useState(false)
  const sendAgain = useRef<(() => void) | null>(null)
  const answer = fetcher.data
  const { refusal = null, unsure = null } = (answer ?? {}) as { refusal?: Refusal; unsure?: Unsure['unsure'] }
  const delay = unsure === repeat || (unsure && repeat === 'unsure') ? retryDelays[repeats] : undefined
  const busy = sending || fetcher.state !== 'idle' || delay !== undefined

  useEachAnswer(answer, () => {
    if (!answer) return
    onAnswer?.(answer)
    if (delay === undefined) return
    const timer = setTimeout(() => {
      setRepeats(repeats + 1)
      // The router draws its state later than this: the button must not come back in between.
      setSending(true)
      sendAgain.current?.()
    }, delay)
    return () => clearTimeout(timer)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may come before the page ever showed that it is busy
  useLayoutEffect(() => {
    // Nothing that was typed, such as a password, stays in memory. Before the page is painted: a press on the button that just came back must not be lost.
    if (!busy) sendAgain.current = null
  }, [busy, answer])

  const send = (target: SubmitTarget, options: SubmitOptions = {}) => {
    // A second press may come before the page shows that it is busy.
    if (sendAgain.current) return
    // The router shows its states by transitions, which a slow phone draws late; the button must say at once that it was pressed, until the last of them is drawn.
    const submit = () => void fetcher.submit(target, { method: 'post', ...options }).finally(() => startTransition(() => setSending(false)))
    sendAgain.current = submit
    setRepeats(0)
    setSending(true)
    submit()
  }
  return {
    /** The last one; it stays while the next is awaited. */
    answer,
    /** From the press until the page shows the answer, with the retries. */
    busy,
    refusal: busy ? null : refusal,
    /** Also set while it is sent again. */
    unsure,
    send,
    /** Of a form that is posted without scripts. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      // That of a form in a dialog of this one comes here too: React events follow the tree of the components.
      if (event.defaultPrevented) return
      event.preventDefault()
      const form = event.currentTarget
      send(new FormData(form), { action: form.getAttribute('action') ?? undefined })
    },
  }
}

/**
 * Calls `act` once for each answer of a fetcher, after the clean-up that the previous call returned. An effect on `[answer]` is not enough: the router keeps
 * answers in a map that a discarded render may already have read, and the effect would then never run.
 */
export function useEachAnswer<T>(answer: T, act: (answer: T) => (() => void) | undefined): void {
  const handled = useRef<{ on: T } | null>(null)
  const cleanUp = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (handled.current && handled.current.on === answer) return
    handled.current = { on: answer }
    cleanUp.current?.()
    cleanUp.current = act(answer)
  })
  useEffect(
    () => () => {
      cleanUp.current?.()
      handled.current = null
    },
    [],
  )
}

/** The hidden field that tells the server that a script waits for the response. Without it the server redirects a form to a page. */
export function ScriptedField() {
  return <input type="hidden" name="scripted" value={useInBrowser() ? 'yes' : ''} readOnly />
}

export function isScripted(form: FormData): boolean {
  return form.get('scripted') === 'yes'
}
