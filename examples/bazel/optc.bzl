"""Rules that run optc. Their actions read only declared inputs and write only declared outputs,
so that they can be cached and run on other machines."""

def _optc_program_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run(
        executable = ctx.executable.optc,
        arguments = ["build", "--target", ctx.attr.target, "-o", folder.path, ctx.file.src.path],
        inputs = [ctx.file.src] + ctx.files.includes,
        outputs = [folder],
        mnemonic = "OptcBuild",
        progress_message = "Building %s for %s" % (ctx.file.src.short_path, ctx.attr.target),
    )
    return [DefaultInfo(files = depset([folder]))]

optc_program = rule(
    implementation = _optc_program_impl,
    doc = "Images of the memory of a device, in a folder.",
    attrs = {
        "src": attr.label(allow_single_file = [".mlir", ".mlirbc"], mandatory = True),
        "includes": attr.label_list(allow_files = [".mlir"], doc = "files that poplar.include names"),
        "target": attr.string(mandatory = True, doc = "as in `optc help targets`"),
        "optc": attr.label(default = "//:optc", executable = True, cfg = "exec", allow_files = True),
    },
)
