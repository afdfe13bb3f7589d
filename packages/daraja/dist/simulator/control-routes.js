import { Hono } from 'hono';
import { z } from 'zod';
import { pin } from './subscribers.js';
const answer = z.union([z.strictObject({ pin }), z.literal('cancel')]);
const funds = z.strictObject({ amount: z.int().min(0) });
const balance = z.strictObject({ phone: z.string().regex(/^254[17]\d{8}$/), low: z.boolean() });
/** The control functions over HTTP, JSON in and out (README). */
export function createControlRoutes(control) {
    const routes = new Hono();
    routes.onError((cause, c) => {
        if (cause instanceof z.ZodError)
            return c.json({ error: z.prettifyError(cause) }, 400);
        if (cause instanceof SyntaxError)
            return c.json({ error: 'The body is not JSON.' }, 400);
        if (cause instanceof RangeError)
            return c.json({ error: cause.message }, 404);
        throw cause;
    });
    routes.get('/book', (c) => c.json(control.book()));
    routes.get('/prompts', (c) => c.json({ prompts: control.prompts(c.req.query('phone')) }));
    routes.get('/payouts', (c) => c.json({ payouts: control.payouts(c.req.query('phone')) }));
    routes.get('/messages', (c) => c.json({ messages: control.messages(c.req.query('phone')) }));
    routes.get('/faults', (c) => c.json({ faults: control.faults() }));
    routes.post('/faults', async (c) => c.json(control.fault(await c.req.json()), 201));
    routes.post('/prompts/:id/answer', async (c) => c.json({ ended: await control.answer(c.req.param('id'), answer.parse(await c.req.json())) }));
    const orders = {
        'DELETE /faults': () => control.clearFaults(),
        'DELETE /faults/:id': (c) => control.clearFaults(c.req.param('id')),
        'POST /answers': async (c) => control.answerAutomatically(await c.req.json()),
        'DELETE /answers': (c) => control.stopAnswering(c.req.query('phone')),
        'PUT /balance': async (c) => setBalance(control, await c.req.json()),
        'PUT /funds': async (c) => control.setFunds(funds.parse(await c.req.json()).amount),
        'DELETE /token': () => control.revokeToken(),
        'POST /reset': () => control.reset(),
        'GET /settled': () => control.settled(),
    };
    for (const [door, obey] of Object.entries(orders)) {
        const [method, path] = door.split(' ');
        routes.on(method, path, async (c) => {
            await obey(c);
            return c.body(null, 204);
        });
    }
    return routes;
}
function setBalance(control, input) {
    const { phone, low } = balance.parse(input);
    control.setLowBalance(phone, low);
}
