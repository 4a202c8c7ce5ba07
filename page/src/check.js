// Runs before everything else, in the JavaScript of old browsers: whatever goes wrong ends in a sentence.
(function () {
  var said = false;
  function say(ja, en) {
    if (said) return;
    said = true;
    var place = document.getElementById("start");
    if (!place) return;
    place.textContent = "";
    place.hidden = false;
    [["ja", ja], ["en", en]].forEach(function (one) {
      var line = document.createElement("p");
      line.lang = one[0];
      line.setAttribute("role", "alert");
      line.appendChild(document.createTextNode(one[1]));
      place.appendChild(line);
    });
  }
  function started() {
    return document.documentElement.getAttribute("data-started") === "yes";
  }
  window.shinpanSay = say;
  window.addEventListener("error", function (event) {
    if (!started()) say("このページを始められませんでした。" + (event.message || ""), "This page could not start: " + (event.message || "unknown error"));
  });
  window.addEventListener("unhandledrejection", function (event) {
    if (!started()) say("このページを始められませんでした。" + event.reason, "This page could not start: " + event.reason);
  });
  document.addEventListener("securitypolicyviolation", function (event) {
    if (!started()) say("ブラウザの設定がこのページの一部を止めました(" + event.violatedDirective + ")。", "A setting of the browser blocked a part of this page (" + event.violatedDirective + ").");
  });
  // The smallest module that there is: a policy may forbid to compile any.
  function compiles() {
    try {
      return Boolean(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    } catch (error) {
      return false;
    }
  }
  var missing = [];
  if (!window.customElements) missing.push("custom elements");
  if (!window.DecompressionStream) missing.push("DecompressionStream");
  if (!window.CSS || !CSS.supports || !CSS.supports("color", "light-dark(red, blue)")) missing.push("light-dark()");
  if (document.getElementById("wasm")) {
    if (!compiles()) missing.push("WebAssembly");
    if (!window.Worker) missing.push("Worker");
  }
  if (missing.length) {
    say("このページに必要な機能がありません(" + missing.join("、") + ")。新しい Firefox、Chrome、Edge、Safari で開いてください。新しいブラウザなら、設定やサーバーがその機能を止めています。",
      "This browser lacks what the page needs (" + missing.join(", ") + "). Open it in a current Firefox, Chrome, Edge or Safari; if it is one, a setting or the server blocks this.");
  }
  // The page's own code is packed like its data; the policy knows it by its hash.
  function begin() {
    var packed = atob(document.getElementById("page").textContent);
    var bytes = new Uint8Array(packed.length);
    for (var at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at);
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    new Response(stream).text().then(function (code) {
      var script = document.createElement("script");
      script.textContent = code;
      document.body.appendChild(script);
    });
  }
  if (!missing.length) begin();
  setTimeout(function () {
    if (!started()) say("20秒たってもページが始まりません。もう一度開くか、別のブラウザで試してください。", "The page has not started after 20 seconds. Open it again, or try another browser.");
  }, 20000);
})();
