import type { ComponentProps } from 'react'
import { Icon, type IconName } from '#ui/kit/icon.tsx'

/** Green is money by M-Pesa, violet is affiliate, blue confirms, amber waits, bad refuses. */
export function Notice({
  tone,
  icon = 'info',
  className = '',
  children,
  ...rest
}: ComponentProps<'div'> & { tone: 'jac' | 'leaf' | 'lake' | 'amber' | 'bad'; icon?: IconName }) {
  return (
    <div {...rest} className={`notice n-${tone} ${className}`.trimEnd()}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
