import type { ComponentProps, MouseEvent } from 'react'
import { Icon, type IconName } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'

/** `pay` is green and only for M-Pesa; `line` is the one yellow button of a screen; `tar` is for dark backgrounds. */
export type ButtonLook = 'ink' | 'line' | 'pay' | 'ghost' | 'tar' | 'bad'

interface ButtonStyle {
  look?: ButtonLook
  small?: boolean
  wide?: boolean
}

/** A `busy` button ignores clicks and stays focusable: a disabled one would lose the focus. A click before hydration sets `aria-busy` on it (web/first-paint/taps.ts). */
export function Button({ look = 'ink', small, wide, busy, className, ...rest }: ComponentProps<'button'> & ButtonStyle & { busy?: boolean }) {
  const busyProps = busy && { 'aria-busy': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
  return <button type="button" suppressHydrationWarning {...rest} {...busyProps} className={buttonClass({ look, small, wide }, className)} />
}

export function ButtonLink({ look = 'ink', small, wide, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ look, small, wide }, className)} />
}

/** A square button with one icon; `label` is its accessible name. */
export function IconButton({ icon, label, className, ...rest }: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button type="button" suppressHydrationWarning {...rest} aria-label={label} className={className ? `icon-button ${className}` : 'icon-button'}>
      <Icon name={icon} />
    </button>
  )
}

/** The class names of a button, for elements that are neither `<button>` nor `<Link>`, such as an `<a>` to another site. */
export function buttonClass({ look = 'ink', small, wide }: ButtonStyle, more?: string): string {
  return ['button', `button-${look}`, small && 'button-small', wide && 'button-wide', more].filter(Boolean).join(' ')
}
