export function readPrompts(entries) {
    const prompts = new Map();
    const byPhone = new Map();
    // The subscriber lock leaves at most one open prompt on a phone.
    const open = new Map();
    const byReceipt = new Map();
    const paidAt = new Map();
    function apply(entry) {
        if (entry.kind === 'prompt')
            return add(entry);
        if (entry.kind !== 'result' && entry.kind !== 'callback')
            return;
        const prompt = prompts.get(entry.checkoutRequestId);
        if (!prompt)
            throw new Error(`the book has a ${entry.kind} for ${entry.checkoutRequestId}, but no prompt`);
        if (entry.kind === 'callback')
            prompt.callbacks.push({ code: entry.code, outcome: entry.outcome, status: entry.status });
        else
            addResult(prompt, { code: entry.code, at: entry.at, receipt: entry.receipt });
    }
    function add({ kind: _, ...facts }) {
        const prompt = { ...facts, results: [], callbacks: [] };
        prompts.set(prompt.checkoutRequestId, prompt);
        open.set(prompt.phone, prompt);
        const earlier = byPhone.get(prompt.phone);
        if (earlier)
            earlier.push(prompt);
        else
            byPhone.set(prompt.phone, [prompt]);
    }
    function addResult(prompt, result) {
        prompt.results.push(result);
        if (open.get(prompt.phone) === prompt)
            open.delete(prompt.phone);
        if (!result.receipt)
            return;
        byReceipt.set(result.receipt, prompt);
        paidAt.set(`${prompt.phone} ${prompt.amount}`, result.at);
    }
    for (const entry of entries)
        apply(entry);
    return {
        apply,
        find: (id) => prompts.get(id),
        findByReceipt: (receipt) => byReceipt.get(receipt),
        openOn: (phone) => open.get(phone),
        list: (phone) => (phone === undefined ? [...prompts.values()] : (byPhone.get(phone) ?? [])),
        receipts: () => byReceipt.keys(),
        lastPaid: (phone, amount) => paidAt.get(`${phone} ${amount}`),
    };
}
export function stateOf(prompt) {
    if (prompt.results.length === 0)
        return 'open';
    return paidResult(prompt) ? 'paid' : 'failed';
}
/** The current result of a prompt: a success takes precedence over everything else. */
export function resultOf(prompt) {
    return paidResult(prompt) ?? prompt.results.at(-1);
}
function paidResult(prompt) {
    return prompt.results.find(({ receipt }) => receipt !== undefined);
}
