/** The part of the table of problems (problem.ts) that pages show as a state of their own: a link that leads nowhere, an order that is over. */
export const stateProblems = {
  order_not_found: { status: 404, title: 'Order not found', message: 'We could not find this order. Check the link.' },
  hold_over: {
    status: 409,
    title: 'Order expired',
    message: 'This order waited too long and its pairs went back on the shelf. Put the items back in your cart to try again.',
  },
  payment_failed: { status: 422, title: 'M-Pesa Error', message: 'M-Pesa payment failed' },
  link_invalid: { status: 400, title: 'Invalid link', message: 'This link is invalid or has expired. Please ask for a new one.' },
  reset_link_invalid: {
    status: 400,
    title: 'Invalid reset link',
    message: 'This password reset link is invalid or has expired. Please request a new one.',
  },
} as const
