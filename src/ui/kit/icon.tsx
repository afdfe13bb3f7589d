import type { ReactNode } from 'react'

/** The shop's own icons, stroked paths in a 22 × 22 view box. */
const strokes = {
  menu: <path d="M3 6h16M3 11h16M3 16h10" />,
  down: <path d="M6 9l5 5 5-5" />,
  download: <path d="M11 3.500v10.500M6.500 9.500L11 14l4.500-4.500M4 18h14" />,
  back: <path d="M13 5l-6 6 6 6" />,
  next: <path d="M9 5l6 6-6 6" />,
  close: <path d="M5 5l12 12M17 5L5 17" />,
  minus: <path d="M5 11h12" />,
  plus: <path d="M11 5v12M5 11h12" />,
  pause: <path d="M8 6v10M14 6v10" />,
  play: <path d="M8 5l9 6-9 6z" />,
  tick: <path d="M4.5 11.5L9 16l9-10" />,
  search: (
    <>
      <circle cx="9.5" cy="9.5" r="5.5" />
      <path d="M14 14l5 5" />
    </>
  ),
  edit: <path d="M4 18l1-4L15 4l3 3L8 17z" />,
  grip: <path d="M8 6v.1M14 6v.1M8 11v.1M14 11v.1M8 16v.1M14 16v.1" />,
  bag: <path d="M4.5 7h13l1 12h-15zM7.5 9V6.5a3.5 3.5 0 017 0V9" />,
  bin: <path d="M4 6.5h14M8.5 6V4h5v2M6 6.5l.8 12h8.4l.8-12M9.5 10v5M12.5 10v5" />,
  info: (
    <>
      <circle cx="11" cy="11" r="8" />
      <path d="M11 10v5M11 7v.1" />
    </>
  ),
  filter: <path d="M3 6h7M15 6h4M3 16h3M11 16h8M12.500 3.500v5M8.500 13.500v5" />,
  phone: <path d="M6 3.500l2.500 4-1.500 2c1 2.500 3 4.500 5.500 5.500l2-1.500 4 2.500c-.3 2-1.500 3-3.500 3C9 19 3 13 3 7c0-2 1-3.200 3-3.500z" />,
  mail: (
    <>
      <rect x="3" y="5" width="16" height="12" rx="2" />
      <path d="M3.500 6.500L11 12l7.500-5.500" />
    </>
  ),
  pin: (
    <>
      <path d="M11 19s6-5.500 6-10a6 6 0 00-12 0c0 4.500 6 10 6 10z" />
      <circle cx="11" cy="9" r="2.200" />
    </>
  ),
  whatsapp: (
    <>
      <path d="M11 3a8 8 0 00-6.900 12L3 19l4.100-1A8 8 0 1011 3z" />
      <path d="M8 8c0 3.500 2.500 6 6 6l.8-1.800-2-1-1 .8c-.8-.4-1.500-1.100-1.800-1.800l.8-1-1-2z" />
    </>
  ),
  copy: (
    <>
      <rect x="7.500" y="7.500" width="11" height="11" rx="1.500" />
      <path d="M14.500 7.500v-4h-11v11h4" />
    </>
  ),
  cash: (
    <>
      <rect x="3" y="6" width="16" height="10" rx="2" />
      <circle cx="11" cy="11" r="2.500" />
    </>
  ),
  print: <path d="M6.500 8V3.500h9V8M6.500 15H3.500V8h15v7h-3M6.500 12.500h9v6h-9z" />,
  eye: (
    <>
      <path d="M2.500 11S5.500 5.500 11 5.500 19.500 11 19.500 11 16.500 16.500 11 16.500 2.500 11 2.500 11z" />
      <circle cx="11" cy="11" r="2.500" />
    </>
  ),
  'eye-shut': (
    <path d="M4 4l14 14M9 6c.7-.3 1.300-.5 2-.5 5.500 0 8.500 5.500 8.500 5.500s-.8 1.500-2.300 2.900M6 7.800C3.700 9.200 2.500 11 2.500 11S5.500 16.500 11 16.500c1.200 0 2.300-.3 3.200-.7" />
  ),
  chat: <path d="M4 5h14v10h-7l-4 3.500V15H4zM8 9h6M8 12h4" />,
  send: <path d="M3 11l16-7-6 15-3-6z" />,
  grow: <path d="M12.500 3.500h6v6M9.500 18.500h-6v-6M18.500 3.500L12 10M3.500 18.500L10 12" />,
  shrink: <path d="M18.500 9.500h-6v-6M3.500 12.500h6v6M12.500 9.500l6-6M9.500 12.500l-6 6" />,
  truck: (
    <>
      <path d="M5 16H2.500V5.500h10V16H9M12.500 9h4l3 3.500V16H18" />
      <circle cx="7" cy="16.500" r="2" />
      <circle cx="16" cy="16.500" r="2" />
    </>
  ),
  again: <path d="M17.500 11a6.500 6.500 0 11-2-4.700L18 8.500M18 4v4.500h-4.500" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof strokes

/** Use it beside text or inside a labelled control: the icon itself is hidden from screen readers. */
export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return <IconFrame small={small}>{strokes[name]}</IconFrame>
}

/** The frame of every icon, for paths that only one place draws. */
export function IconFrame({ small, children }: { small?: boolean; children: ReactNode }) {
  return (
    <svg className={small ? 'icon icon-small' : 'icon'} viewBox="0 0 22 22" aria-hidden="true">
      {children}
    </svg>
  )
}
