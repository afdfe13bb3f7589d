import { setTimeout as wait } from 'node:timers/promises';
export function createDelivery(timeoutMs) {
    const stopping = new AbortController();
    const underway = new Set();
    async function settled() {
        while (underway.size > 0)
            await Promise.all(underway);
    }
    return {
        post: async (url, shortcode, body) => {
            // A reused connection could belong to a shop that has restarted, and would lose the only attempt.
            const headers = { 'content-type': 'application/json;charset=UTF-8', businessshortcode: shortcode, connection: 'close' };
            const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]);
            try {
                const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
                await answer.body?.cancel();
                return { outcome: 'answered', status: answer.status };
            }
            catch {
                return { outcome: 'unanswered' };
            }
        },
        follow: (job) => {
            underway.add(job);
            job.finally(() => underway.delete(job));
        },
        pause: async (ms) => {
            if (ms > 0)
                await wait(ms, undefined, { signal: stopping.signal }).catch(() => { });
        },
        isStopping: () => stopping.signal.aborted,
        settled,
        stop: () => {
            stopping.abort();
            return settled();
        },
    };
}
