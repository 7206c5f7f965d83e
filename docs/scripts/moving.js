// Pages that move are light or dark as the page around them is.
{
  const tell = () => {
    const scheme = document.body.dataset.mdColorScheme === "slate" ? "#dark" : "#light"
    for (const frame of document.querySelectorAll("iframe.moving")) {
      const [address, said] = frame.getAttribute("src").split("#")
      if (`#${said}` !== scheme) frame.setAttribute("src", address + scheme)
    }
  }
  new MutationObserver(tell).observe(document.body, { attributeFilter: ["data-md-color-scheme"] })
  tell()
}
