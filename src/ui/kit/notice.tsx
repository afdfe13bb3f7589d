import type { ComponentProps } from 'react'
import { Icon, type IconName } from '#ui/kit/icon.tsx'

/** A message box. `leaf` is for M-Pesa, `jac` for affiliates, `lake` confirms, `amber` warns of waiting, `bad` refuses. */
export function Notice({
  tone,
  icon = 'info',
  className = '',
  children,
  ...rest
}: ComponentProps<'div'> & { tone: 'jac' | 'leaf' | 'lake' | 'amber' | 'bad'; icon?: IconName }) {
  return (
    <div {...rest} className={`notice notice-${tone} ${className}`.trimEnd()}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
