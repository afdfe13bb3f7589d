import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { Field } from '#ui/kit/field.tsx'
import { lazyPart } from '#web/first-paint/lazy-parts.tsx'

const EmailQuestion = lazyPart(() => import('#web/forms/email-question.tsx').then((part) => part.EmailQuestion))

/** The field of an e-mail address, with what is `typed` in it. Once it is left, it asks about a likely slip; the form can be sent either way. */
export function EmailField({ typed, onTake, hint, onBlur, ...field }: ComponentProps<typeof Field> & ComponentProps<typeof EmailQuestion>) {
  const [left, setLeft] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      ref={input}
      onBlur={(event) => {
        setLeft(typed)
        onBlur?.(event)
      }}
      hint={
        <>
          {hint}{' '}
          <span role="status">
            {left !== '' && left === typed && (
              <Suspense>
                <EmailQuestion
                  typed={typed}
                  onTake={(meant) => {
                    onTake(meant)
                    // The question is gone, and its button had the focus.
                    input.current?.focus()
                  }}
                />
              </Suspense>
            )}
          </span>
        </>
      }
    />
  )
}
