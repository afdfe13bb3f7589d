import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '#ui/kit/icon.tsx'

/** `pay` is green and for M-Pesa alone; `line` is the one yellow button of a screen; `tar` stands on ink. */
export type ButtonLook = 'ink' | 'line' | 'pay' | 'ghost' | 'tar' | 'bad'

interface Looks {
  look?: ButtonLook
  small?: boolean
  wide?: boolean
}

/** While `busy` it is pressed in vain, and keeps the focus: a disabled one would lose it to nowhere. A press before hydration marks it (web/cart/taps.ts). */
export function Button({ look = 'ink', small, wide, busy, className, ...rest }: ComponentProps<'button'> & Looks & { busy?: boolean }) {
  const inVain = busy && { 'aria-busy': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
  return <button type="button" suppressHydrationWarning {...rest} {...inVain} className={buttonClass({ look, small, wide }, className)} />
}

export function ButtonLink({ look = 'ink', small, wide, className, ...rest }: ComponentProps<typeof Link> & Looks) {
  return <Link {...rest} className={buttonClass({ look, small, wide }, className)} />
}

/** A square button of one drawing; `label` is its name. */
export function IconButton({ icon, label, className, ...rest }: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button type="button" suppressHydrationWarning {...rest} aria-label={label} className={className ? `ico ${className}` : 'ico'}>
      <Icon name={icon} />
    </button>
  )
}

/** For elements that are neither: an `<a>` to another site, say. */
export function buttonClass({ look = 'ink', small, wide }: Looks, more?: string): string {
  return ['btn', `btn-${look}`, small && 'btn-sm', wide && 'btn-wide', more].filter(Boolean).join(' ')
}
