const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const names = {
  once: 'as it should be · كما ينبغي',
  twice: 'told twice · يُبلغ مرتين',
  ten: 'told ten times · يُبلغ عشر مرات',
  late: 'told late · يُبلغ متأخرًا',
  never: 'never told · لا يُبلغ',
  outOfOrder: 'refund told first · الرد قبل الدفع',
  wrongSignature: 'wrong signature · توقيع خاطئ',
  alteredAmount: 'another amount · مبلغ آخر',
  otherCurrency: 'another currency · عملة أخرى',
  refund: 'paid and refunded · دفع ثم رد',
  failing: 'errors · أعطال',
  slow: 'slow · بطء',
}

/** The page on which a visitor of the demo pays. No card is asked for. */
export function page(order, mood, moods = Object.keys(names)) {
  if (!order) return '<!doctype html><meta charset="utf-8"><title>Gateway</title><p>This payment is not known.</p>'
  const amount = (order.amount / (['KWD', 'BHD', 'OMR', 'JOD'].includes(order.currency) ? 1000 : 100)).toFixed(2)
  const options = moods
    .filter((one) => one !== 'failing' && one !== 'slow')
    .map((one) => `<option value="${one}"${one === (order.mood ?? mood) ? ' selected' : ''}>${names[one]}</option>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Gateway to try out</title>
<style>body{font:1rem/1.6 system-ui;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1c2a3a;background:#f4f6f9}
main{background:#fff;border-radius:1rem;padding:1.5rem;box-shadow:0 1px 4px #0002}h1{font-size:1.1rem;margin:0}
.amount{font-size:2rem;font-weight:600;margin:.5rem 0 1rem}button{font:inherit;width:100%;min-height:3rem;border-radius:.6rem;
border:1px solid #0b6b57;margin-top:.6rem;cursor:pointer;background:#fff;color:#0b6b57}button[value=pay]{background:#0b6b57;color:#fff}
select{font:inherit;width:100%;min-height:2.75rem;margin-top:.3rem}label{display:block;margin-top:1rem;font-size:.9rem}</style></head>
<body><main><h1>A gateway to try out · بوابة دفع للتجربة</h1>
<p class="amount">${escaped(amount)} ${escaped(order.currency)}</p>
<form method="post" action="/page/${escaped(order.id)}">
<button name="outcome" value="pay">Pay · ادفع</button>
<button name="outcome" value="decline">Decline · ارفض</button>
<label>What happens then · ماذا يحدث بعدها<select name="mood">${options}</select></label>
</form></main></body></html>`
}
