import type { ActButton, ActWords, Said } from '#domain/act.ts'
import { actionTo, hasLeftShop, type OrderAction, type OrderStatus, orderActions } from '#domain/order.ts'
import { receiptLabel } from '#domain/receipt-code.ts'

const { confirm, ship, deliver, cancel } = orderActions
const prompt = 'Send the prompt again'

/** The buttons of one order: of its actions (the form `change`), and of `pack`, `prompt` and `assign`, which take several too. */
export const orderButtons = {
  confirm: {
    ...{ label: confirm.label, name: `${confirm.label} {of}`, title: 'Confirm order {of}?', look: 'ink' },
    text: ['M-Pesa has reported no payment. The order counts as paid on your word, and can be delivered.'],
  },
  ship: { label: ship.label, name: `${ship.label}, order {of}`, look: 'ink' },
  deliver: { label: deliver.label, name: `${deliver.label}, order {of}`, look: 'ink' },
  cancel: { label: cancel.label, name: `${cancel.label} order {of}`, look: 'bad' },
  packed: { label: 'Packed', name: 'Packed, order {of}' },
  unpacked: { label: 'Not packed', name: 'Not packed, order {of}' },
  prompt: { label: prompt, name: `${prompt}, order {of}`, busy: 'Asking M-Pesa...' },
  assign: { label: 'Rider or courier', name: 'Rider or courier: order {of}', title: 'Who brings order {of}?' },
} satisfies Record<OrderAction | 'packed' | 'unpacked' | 'prompt' | 'assign', ActButton>

/** Asked before an order is cancelled that is not yet. */
export const cancelDialog = { title: 'Cancel order {of}?', submit: 'Cancel order', keep: 'Keep order' }

export function cancelText({ status, paid_at }: { status: OrderStatus; paid_at: string | null }): string {
  const pairs = hasLeftShop(status) ? 'Say below whether its pairs are back.' : 'Its pairs go back on the shelf.'
  return `${pairs} ${paid_at ? 'What was paid goes on the refund list.' : 'If money comes for it after all, it goes on the refund list.'}`
}

/** The buttons of several orders. */
export const bulkButtons = {
  confirm: {
    ...{ label: `${confirm.label} ({count})`, name: `${confirm.label}: {of} selected`, title: `${confirm.label}: {of}?`, submit: confirm.label },
    text: ['M-Pesa has reported no payment for them. They count as paid on your word, and can be delivered.'],
  },
  ship: {
    ...{ label: `${ship.label} ({count})`, name: `${ship.label}: {of} selected`, title: `${ship.label}: {of}?`, submit: ship.label },
    text: ['They leave the shop. Each buyer sees it on the page of the order.'],
  },
  packed: { label: 'Packed ({count})', name: 'Packed: {of}' },
  unpacked: { label: 'Not packed ({count})', name: 'Not packed: {of}' },
  prompt: {
    ...{ label: `${prompt} ({count})`, title: `${prompt}: {of}?`, submit: prompt, busy: orderButtons.prompt.busy },
    text: ['The phone of each buyer asks for the M-Pesa PIN once more. Where a prompt is still open, nothing is sent.'],
  },
  assign: { label: 'Rider or courier ({count})', name: 'Rider or courier: {of}', title: 'Who brings {of}?' },
} satisfies Partial<Record<keyof typeof orderButtons, ActButton>>

/** In the dialog of `assign`, where one of the orders is ready, and where all are on their way. */
export const assigning = {
  ready: { submit: 'Ship', text: ['Orders that are ready are shipped, and each buyer gets a message.'] },
  onTheWay: { submit: 'Save', text: ['With a rider, the buyer gets the delivery code.'] },
}

/** The words of forms with these buttons. */
export const buttonActs = {
  change: { done: saidOfChange },
  many: { done: saidOfOrders },
  pack: { done: saidOfOrders },
  prompt: { done: saidOfOrders },
  assign: { done: saidOfOrders },
}

/** What else admins do with an order, under the name of its form. */
export const orderActs = {
  'agree-delivery': {
    ...{ label: 'Name the option', look: 'ink' },
    done: { title: 'Delivery agreed', text: 'The order can be shipped, and its page says how it comes.' },
  },
  note: {
    ...{ label: 'Save note', busy: 'Saving...' },
    done: ({ note }: { note: string }) => ({ title: note ? 'Note saved' : 'Note removed' }),
  },
} satisfies Record<string, ActWords>

/** What staff do with the riders of a day. */
export const riderActs = {
  rider: {
    label: 'Send the link',
    done: ({ by_sms }: { by_sms: boolean }) => ({ title: 'Rider of today', text: by_sms ? 'The link goes by SMS.' : 'Send the link by WhatsApp.' }),
  },
  'take-back': {
    ...{ label: 'Cancel link', name: 'Cancel the link of {of}', title: 'Cancel the link of {of}?', keep: 'Keep link' },
    text: ['The link stops working. Orders that are on the way stay with the rider until you give them to another.'],
    done: { title: 'Link cancelled', text: 'The link no longer works.' },
  },
} satisfies Record<string, ActWords>

/** The toast of spec §8 with the order's code. */
function saidOfChange({ status, short_code, unchanged }: { status: string; short_code: string; unchanged?: true }): Said {
  if (unchanged) return { title: 'Already cancelled', text: `Order ${short_code} stays as it was.` }
  const action = actionTo(status)
  const title = 'Order updated'
  const text = action === null ? title : orderActions[action].done
  return { title, text: text === title ? `Order ${short_code}.` : `${text} Order ${short_code}.` }
}

function saidOfOrders({ outcomes }: { outcomes: { error: string | null }[] }): Said {
  const done = outcomes.filter(({ error }) => error === null).length
  const title = `${done} of ${outcomes.length} ${outcomes.length === 1 ? 'order' : 'orders'} updated`
  if (done === outcomes.length) return { title, facts: { outcomes } }
  if (outcomes.length === 1) return { title: 'Order not updated', text: outcomes[0]?.error ?? '', tone: 'bad', facts: { outcomes } }
  return { title, text: 'The others stayed as they were. The reasons are above the list.', tone: 'bad', facts: { outcomes } }
}

const answers = {
  paid: 'It says that the order was paid.',
  failed: 'It says that nothing was paid.',
  known: 'It says what we knew already.',
  pending: 'It has no outcome yet. We keep asking.',
  review: 'Its answer needs a person: look under "Problems".',
}

/** What admins do about the payment of an order, under the name of its form. */
export const paymentActs = {
  ask: {
    ...{ label: 'Ask M-Pesa', busy: 'Asking...' },
    done: (asked: { answers: (keyof typeof answers)[] }) => ({
      title: 'M-Pesa was asked',
      text: [...new Set(asked.answers)].map((answer) => answers[answer]).join(' '),
    }),
  },
  record: {
    ...{ label: 'Record payment', title: 'Record payment?', keep: 'Not yet' },
    text: ['You have seen {sum} for order {of} on the M-Pesa statement, or have it in cash. It becomes paid and ready to ship.'],
    done: ({ mpesa_receipt_number: receipt }: { mpesa_receipt_number: string | null }) => ({
      title: 'Payment recorded',
      text: `${receiptLabel(receipt)} ${receipt}. The order is paid and ready to ship.`,
    }),
  },
} satisfies Record<string, ActWords>

/** With a payment that a person has to look at. */
export const reviewActs = {
  'looked-at': {
    ...{ label: 'Solved', name: 'Solved{of}', title: 'Is the problem of this payment solved?', keep: 'Not yet' },
    done: { title: 'Removed from the list', text: 'What you found is in the audit log.' },
  },
} satisfies Record<string, ActWords>

export const reviewText = {
  settled: 'It leaves this list; nothing else changes.',
  open: 'Look at the M-Pesa statement first. If the money is there, press Record payment on the order instead. Otherwise this prompt is closed as not paid; money that comes for it later still counts.',
}

/** With money that has to go back. */
export const refundActs = {
  'refund-done': {
    ...{ label: 'Refund done', name: 'Refund done{of}', title: 'Refund done?', keep: 'Not yet' },
    text: ['{sum} went back to {who}. The refund leaves the list and cannot be opened again.'],
    done: { title: 'Refund done', text: 'It has left the list.' },
  },
} satisfies Record<string, ActWords>
