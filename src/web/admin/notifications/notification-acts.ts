import { allChoices } from '#domain/alert.ts'
import { saveAlertChoices, saveQuietHours } from '#features/alerts/alert-settings.ts'
import { addPushDevice, removePushDevice } from '#features/alerts/push-devices.ts'
import { sendTestPush } from '#features/alerts/send-test-push.ts'
import type { Act } from '#web/admin/act-as-admin.ts'

/** What somebody who works in the shop does about their own notifications. Server only. */
export const notificationActs = (userAgent: string | null): Record<string, Act> => ({
  allow: async (ctx, { endpoint, p256dh, auth }) => {
    await addPushDevice(ctx, { endpoint, p256dh, auth }, userAgent)
    return { title: 'Allowed', text: 'This device gets notifications from now on. Try it with a test message.' }
  },
  remove: async (ctx, { id = '' }) => {
    await removePushDevice(ctx, id)
    return { title: 'Device removed', text: 'It gets no more notifications.' }
  },
  test: async (ctx) => {
    const sent = await sendTestPush(ctx)
    return { title: 'Test sent', text: `${sent === 1 ? 'Your device shows it' : `Your ${sent} devices show it`} in a moment.` }
  },
  choices: async (ctx, sent) => {
    await saveAlertChoices(
      ctx,
      allChoices.filter((choice) => sent[choice] === 'on'),
    )
    return { title: 'Saved', text: 'It counts for what happens from now on.' }
  },
  quiet: async (ctx, { quiet_from = '', quiet_until = '' }) => {
    const hasNone = quiet_from === '' && quiet_until === ''
    await saveQuietHours(ctx, hasNone ? null : { quiet_from, quiet_until })
    return { title: 'Saved', text: hasNone ? 'You are notified at any hour.' : 'What happens meanwhile comes as one message afterwards.' }
  },
})
