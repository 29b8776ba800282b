import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Article = { id: string; name: string; cents: number };
const articles: Article[] = [
  { id: 'teapot', name: 'Teapot', cents: 2490 },
  { id: 'cup', name: 'Cup', cents: 690 },
  { id: 'tea', name: 'Green tea', cents: 480 },
];

const style = `body{font:16px system-ui;margin:2rem;max-width:40rem}li{display:flex;gap:1rem;margin:.5rem 0;align-items:center}
button{padding:.3rem .8rem}.total{font-weight:bold;font-size:1.4rem}.notice{color:#a40000}nav a{margin-right:1rem}`;

const page = (title: string, body: string, script = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title} – The Tea Shop</title><style>${style}</style></head><body>
<nav><a href="/">Shop</a><a href="/cart">Cart (<span id="count">0</span>)</a></nav><h1>${title}</h1>${body}
<script>const money=c=>(c/100).toFixed(2)+' €';const read=()=>JSON.parse(localStorage.cart??'{}');
const count=()=>{document.getElementById('count').textContent=Object.values(read()).reduce((a,b)=>a+b,0)};
const write=c=>{localStorage.cart=JSON.stringify(c);count()};count();${script}</script></body></html>`;

const shopPage = page(
  'Shop',
  `<label>Search <input id="search" type="search"></label><ul id="articles">${articles
    .map(
      ({ id, name, cents }) =>
        `<li data-name="${name}"><span>${name}</span><span>${(cents / 100).toFixed(2)} €</span>
<button data-id="${id}">Add to cart</button><small data-stock="${id}">looking up stock…</small></li>`,
    )
    .join('')}</ul><p id="none" hidden>Nothing found</p>`,
  `document.querySelectorAll('button').forEach(b=>b.onclick=()=>{const c=read();c[b.dataset.id]=(c[b.dataset.id]??0)+1;write(c)});
document.getElementById('search').oninput=e=>{let shown=0;document.querySelectorAll('#articles li').forEach(li=>{
const fits=li.dataset.name.toLowerCase().includes(e.target.value.toLowerCase());li.hidden=!fits;li.style.display=fits?'':'none';if(fits)shown++});
document.getElementById('none').hidden=shown>0};
fetch('/stock').then(r=>r.json()).then(s=>{for(const[id,n]of Object.entries(s))document.querySelector('[data-stock='+id+']').textContent=n+' in stock'})`,
);

// The bug that a test reveals: the voucher is accepted, but the total does not change.
const cartPage = page(
  'Cart',
  `<ul id="lines"></ul><p class="total">Total: <span id="total"></span></p><label>Voucher <input id="voucher"></label>
<button id="redeem">Redeem</button> <button id="checkout">Check out</button><p class="notice" id="notice" role="status"></p>`,
  `const prices=${JSON.stringify(Object.fromEntries(articles.map(({ id, cents }) => [id, cents])))};
const show=()=>{const c=read();const lines=document.getElementById('lines');lines.innerHTML='';let total=0;
for(const[id,n]of Object.entries(c)){total+=prices[id]*n;const li=document.createElement('li');li.textContent=n+' × '+id;lines.append(li)}
document.getElementById('total').textContent=money(total);document.getElementById('checkout').disabled=total===0};show();
const notice=t=>{document.getElementById('notice').textContent=t};
document.getElementById('redeem').onclick=()=>notice(document.getElementById('voucher').value==='TEATIME'?'10 % off':'This voucher is not valid');
document.getElementById('checkout').onclick=async()=>{notice('One moment…');const r=await fetch('/pay',{method:'POST'});notice(await r.text());write({});show()}`,
);

/** Starts a shop on a free port. Its warehouse answers within about a second, its payment provider takes longer. */
export async function openShop(): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const answer = (text: string, type = 'text/html') => {
      response.setHeader('content-type', `${type}; charset=utf-8`);
      response.end(text);
    };
    if (request.url === '/stock') {
      setTimeout(() => answer('{"teapot":12,"cup":48,"tea":200}', 'application/json'), 200 + Math.random() * 900);
    } else if (request.url === '/pay') setTimeout(() => answer('Thank you for your order', 'text/plain'), 2200);
    else answer(request.url === '/cart' ? cartPage : shopPage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
