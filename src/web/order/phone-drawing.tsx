import type { ReactNode } from 'react'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime, formatTime } from '#domain/nairobi-time.ts'
import type { DeclineReason } from '#domain/payment.ts'
import { isCash } from '#domain/receipt-code.ts'
import { type PaymentStage, stages } from '#web/order/payment-stage.ts'

interface DrawingProps {
  stage: PaymentStage
  shopName: string
  /** KSh. */
  amount: number
  receipt: string | null
  /** The time on the phone's clock; ISO 8601. */
  at: string
  /** Why the payment failed. */
  reason: DeclineReason | null
}

/** A drawing of the buyer's phone with what it shows in this stage. */
export function PhoneDrawing({ stage, ...facts }: DrawingProps) {
  const { wall, screen: usual } = stages[stage]
  // No message of M-Pesa comes for cash.
  const screen = usual === 'receipt' && isCash(facts.receipt) ? 'locked' : usual
  const { glass, label, show } = screens[screen]
  return (
    <div className={`payment-art on-${wall}`}>
      <svg viewBox="0 0 240 440" role="img" aria-label={label}>
        <path d="M2 36A34 34 0 0136 2H204A34 34 0 01238 36V440H2Z" fill="#1d1829" />
        <path d="M12 40A28 28 0 0140 12H200A28 28 0 01228 40V440H12Z" fill={glass} />
        <rect x="92" y="22" width="56" height="12" rx="6" fill="#1d1829" />
        <text className="drawing-title" x="34" y="54" fontWeight="600" fontSize="13" fill="#fff">
          {screen === 'locked' ? '' : clock(facts.at)}
        </text>
        <path d="M184 46h4v8h-4zM190 43h4v11h-4zM196 40h4v14h-4z" fill="#fff" />
        {show(facts)}
      </svg>
    </div>
  )
}

type Facts = Omit<DrawingProps, 'stage'>

const screens: Record<(typeof stages)[PaymentStage]['screen'], { glass: string; label: string; show: (facts: Facts) => ReactNode }> = {
  busy: {
    glass: '#473f5c',
    label: 'A phone waiting for M-Pesa',
    show: () => (
      <g fill="#fff">
        <circle cx="96" cy="236" r="7" />
        <circle cx="120" cy="236" r="7" opacity=".7" />
        <circle cx="144" cy="236" r="7" opacity=".4" />
      </g>
    ),
  },
  locked: {
    glass: '#2b2638',
    label: 'A phone at rest',
    show: ({ at }) => (
      <text className="drawing-title" x="120" y="150" textAnchor="middle" fontWeight="600" fontSize="46" fill="#fff">
        {clock(at)}
      </text>
    ),
  },
  prompt: {
    glass: '#473f5c',
    label: 'A phone showing the M-Pesa prompt',
    show: ({ shopName, amount }) => (
      <>
        <rect x="26" y="150" width="188" height="190" rx="10" fill="#fff" />
        <Title y={182}>M-PESA</Title>
        <Lines y={210} lines={['Do you want to pay', formatShillings(amount), `to ${payee(shopName)}? Enter PIN:`]} bold={1} />
        <rect x="42" y="264" width="156" height="34" rx="4" fill="none" stroke="#857e94" strokeWidth="1.5" />
        <circle cx="60" cy="281" r="5" fill="#1d1829" />
        <circle cx="80" cy="281" r="5" fill="#1d1829" />
        <path d="M95 271v20" stroke="#0c7040" strokeWidth="2" />
        <Button x={70} y={326} fill="#585166">
          Cancel
        </Button>
        <Button x={146} y={326} fill="#0c7040">
          Send
        </Button>
      </>
    ),
  },
  receipt: {
    glass: '#2f6b52',
    label: 'A phone showing the M-Pesa message of the payment',
    show: ({ shopName, amount, receipt, at }) => {
      const [date, time] = formatDateTime(at).split(', ')
      return (
        <>
          <rect x="26" y="70" width="188" height="132" rx="10" fill="#fff" />
          <text className="drawing-title" x="42" y="98" fontWeight="700" fontSize="14" fill="#0c7040">
            MPESA
          </text>
          <Lines
            y={122}
            lines={[
              receipt ? `${receipt} Confirmed.` : 'Confirmed.',
              `${formatShillings(amount)} paid to`,
              `${payee(shopName)} on ${date}`,
              `at ${time}.`,
            ]}
            bold={0}
            size={12}
          />
          <circle cx="120" cy="296" r="46" fill="#0c7040" />
          <path d="M99 297l15 16 28-32" fill="none" stroke="#fff" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round" />
        </>
      )
    },
  },
  refused: {
    glass: '#5a4650',
    label: 'A phone saying that the payment was not made',
    show: ({ reason }) => (
      <>
        <rect x="26" y="164" width="188" height="120" rx="10" fill="#fff" />
        <Title y={194}>M-PESA</Title>
        <Lines y={222} lines={(reason && refusals[reason]) || ['Payment', 'not completed.']} />
        <Button x={172} y={270} fill="#b3361b">
          OK
        </Button>
      </>
    ),
  },
}

/** The phone's two lines of text by reason. */
const refusals: Partial<Record<DeclineReason, [string, string]>> = {
  low_balance: ['Your balance is', 'too low.'],
  cancelled: ['Request cancelled', 'by user.'],
  no_response: ['No answer from', 'this phone.'],
  wrong_pin: ['Wrong PIN.', 'Nothing was paid.'],
}

/** `4:52`, as a phone shows it. */
function clock(iso: string): string {
  return formatTime(iso).replace(/ .M$/, '')
}

/** The shop's name, cut to the width of the drawing. */
function payee(shopName: string): string {
  const name = shopName.toUpperCase()
  return name.length > 10 ? `${name.slice(0, 9)}.` : name
}

function Title({ y, children }: { y: number; children: string }) {
  return (
    <text className="drawing-title" x="42" y={y} fontWeight="700" fontSize="17" fill="#1d1829">
      {children}
    </text>
  )
}

function Lines({ y, lines, bold, size = 14.5 }: { y: number; lines: string[]; bold?: number; size?: number }) {
  return (
    <text fontSize={size} fill="#1d1829">
      {lines.map((line, index) => (
        <tspan key={line} x="42" y={y + index * 20} fontWeight={index === bold ? 700 : undefined}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

function Button({ x, y, fill, children }: { x: number; y: number; fill: string; children: string }) {
  return (
    <text className="drawing-title" x={x} y={y} fontWeight="700" fontSize="14" fill={fill}>
      {children}
    </text>
  )
}
