export function readPayouts(entries, openingFunds) {
    const payouts = new Map();
    const byOurId = new Map();
    let funds = openingFunds;
    function apply(entry) {
        switch (entry.kind) {
            case 'payout':
                return add(entry);
            case 'payoutResult':
                return settle(known(entry), { code: entry.code, at: entry.at, transactionId: entry.transactionId });
            case 'payoutNotice':
                return void known(entry).notices.push({ what: entry.what, outcome: entry.outcome, status: entry.status });
            case 'funds':
                funds = entry.amount;
        }
    }
    function add({ kind: _, ...facts }) {
        const payout = { ...facts, notices: [] };
        payouts.set(payout.originatorConversationId, payout);
        byOurId.set(payout.conversationId, payout);
    }
    function settle(payout, result) {
        payout.result = result;
        if (result.code === '0')
            funds -= payout.amount;
    }
    function known({ kind, conversationId }) {
        const payout = byOurId.get(conversationId);
        if (!payout)
            throw new Error(`the book has a ${kind} for ${conversationId}, but no payout`);
        return payout;
    }
    for (const entry of entries)
        apply(entry);
    const list = () => [...payouts.values()];
    return {
        apply,
        find: (id) => payouts.get(id),
        findByTransaction: (transactionId) => list().find(({ result }) => result?.transactionId === transactionId),
        list: (phone) => list().filter((payout) => phone === undefined || payout.phone === phone),
        transactionIds: () => list().flatMap(({ result }) => result?.transactionId ?? []),
        funds: () => funds,
    };
}
export function payoutState({ result }) {
    if (!result)
        return 'open';
    return result.code === '0' ? 'paid' : 'failed';
}
export function receiptOf({ result }) {
    return result?.code === '0' ? result.transactionId : null;
}
